# Candor as one container. The database is the compose file's, or the embedded one in the volume /data.
# tests/platform/image.test.ts lays the same files and runs them as another user; buildah built this file once.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
# Dependencies and pages are made here, so that a start in the container makes nothing. The folder is that of the image below.
RUN node tools/setup.mjs && node_modules/.bin/node tools/image.ts /opt/candor

FROM debian:bookworm-slim
# pg_dump is for backups of the compose file's PostgreSQL, which is of the same major version.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates postgresql-client tini util-linux \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/candor
COPY --from=build /opt/candor /opt/candor
RUN useradd --system --uid 10001 --home-dir /data candor && install -d -o candor -g candor -m 700 /data /data-backups \
  && install -d -o candor -g candor .cache/node
USER candor
# The console stays on the container's own loopback: `docker run -p` cannot publish it by mistake. Whoever wants it
# elsewhere sets CONSOLE_HOST, as compose.yaml does, and publishes it to an address that only operators reach.
ENV CANDOR_DATA=/data HOST=0.0.0.0
ENV PATH=/opt/candor/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
VOLUME /data
EXPOSE 8080
HEALTHCHECK --start-period=60s --interval=10s \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:8080/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node_modules/.bin/node", "apps/server/main.ts"]
