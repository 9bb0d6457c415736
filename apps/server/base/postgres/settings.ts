/**
 * The settings of the embedded server. The first three are what makes an acknowledged order durable; the journal
 * refuses a server without them.
 */
const values: Record<string, string | number> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  listen_addresses: "''",
  unix_socket_permissions: '0700',
  max_connections: 80,
  shared_buffers: "'128MB'",
  dynamic_shared_memory_type: 'mmap',
  max_wal_size: "'1GB'",
  wal_compression: 'on',
  checkpoint_timeout: "'15min'",
  jit: 'off',
  timezone: "'UTC'",
  log_timezone: "'UTC'",
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_line_prefix: "'%m [%p] '",
  lc_messages: "'C'",
};

/** Returns the text of the configuration file, which is rewritten at each start. */
export function settings(): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}
