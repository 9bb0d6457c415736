-- The tables of the read models as they were with one version for all of them.

CREATE SCHEMA projections;

CREATE TABLE projections.cursor (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  format integer NOT NULL,
  seq bigint NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE projections.accounts (
  user_id bigint PRIMARY KEY,
  house boolean NOT NULL,
  time_ms bigint NOT NULL,
  seq bigint NOT NULL
);

CREATE TABLE projections.orders (
  order_id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  symbol_id integer NOT NULL,
  side smallint NOT NULL,
  order_type smallint NOT NULL,
  time_in_force smallint NOT NULL,
  post_only boolean NOT NULL,
  price_ticks bigint,
  lots bigint,
  quote_amount bigint,
  client_order_id text,
  filled_lots bigint NOT NULL,
  filled_quote bigint NOT NULL,
  fee bigint NOT NULL,
  done_reason smallint,
  created_ms bigint NOT NULL,
  updated_ms bigint NOT NULL,
  seq bigint NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX orders_of_user ON projections.orders (user_id, order_id);

CREATE TABLE projections.trades (
  trade_id bigint PRIMARY KEY,
  symbol_id integer NOT NULL,
  price_ticks bigint NOT NULL,
  lots bigint NOT NULL,
  quote_amount bigint NOT NULL,
  taker_side smallint NOT NULL,
  house boolean NOT NULL,
  time_ms bigint NOT NULL,
  seq bigint NOT NULL
);
CREATE INDEX trades_of_symbol ON projections.trades (symbol_id, time_ms, trade_id);

CREATE TABLE projections.fills (
  user_id bigint NOT NULL,
  trade_id bigint NOT NULL,
  order_id bigint NOT NULL,
  symbol_id integer NOT NULL,
  side smallint NOT NULL,
  maker boolean NOT NULL,
  price_ticks bigint NOT NULL,
  lots bigint NOT NULL,
  quote_amount bigint NOT NULL,
  fee bigint NOT NULL,
  fee_ppm bigint NOT NULL,
  house_counterparty boolean NOT NULL,
  time_ms bigint NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (user_id, trade_id)
);

CREATE TABLE projections.entries (
  user_id bigint NOT NULL,
  seq bigint NOT NULL,
  line integer NOT NULL,
  wallet bigint NOT NULL,
  asset_id integer NOT NULL,
  kind smallint NOT NULL,
  amount bigint NOT NULL,
  balance bigint NOT NULL,
  trade_id bigint NOT NULL,
  order_id bigint NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (user_id, seq, line)
);

CREATE TABLE projections.contract_orders (order_id bigint NOT NULL, user_id bigint, symbol_id bigint, position_side bigint, side bigint, order_type bigint, time_in_force bigint, post_only boolean, reduce_only boolean, price_ticks bigint, lots bigint, client_order_id text, trigger_ticks bigint, trigger_source bigint, take_profit_ticks bigint, stop_loss_ticks bigint, fired_ticks bigint, fired_ms bigint, rejected text, leverage bigint, margin_mode bigint, origin bigint, done_reason bigint, created_ms bigint, cut_lots bigint NOT NULL, filled_lots bigint NOT NULL, filled_notional bigint NOT NULL, fee bigint NOT NULL, realised bigint NOT NULL, closed_lots bigint NOT NULL, closed_notional bigint NOT NULL, updated_ms bigint NOT NULL, seq bigint NOT NULL, PRIMARY KEY (order_id)) WITH (fillfactor = 80);
CREATE INDEX contract_orders_by_user_id_order_id ON projections.contract_orders (user_id, order_id);

CREATE TABLE projections.contract_fills (user_id bigint NOT NULL, trade_id bigint NOT NULL, order_id bigint NOT NULL, symbol_id bigint NOT NULL, position_id bigint NOT NULL, position_side bigint NOT NULL, side bigint NOT NULL, maker boolean NOT NULL, price_ticks bigint NOT NULL, lots bigint NOT NULL, notional bigint NOT NULL, fee bigint NOT NULL, fee_ppm bigint NOT NULL, realised bigint NOT NULL, closed_lots bigint NOT NULL, held_lots bigint, held_cost bigint, liquidation boolean NOT NULL, house_counterparty boolean NOT NULL, time_ms bigint NOT NULL, seq bigint NOT NULL, PRIMARY KEY (user_id, trade_id));

CREATE TABLE projections.contract_positions (position_id bigint NOT NULL, user_id bigint NOT NULL, symbol_id bigint NOT NULL, direction bigint NOT NULL, change bigint NOT NULL, lots bigint NOT NULL, max_lots bigint NOT NULL, opened_lots bigint NOT NULL, opened_cost bigint NOT NULL, closed_lots bigint NOT NULL, closed_value bigint NOT NULL, margin_mode bigint NOT NULL, leverage bigint NOT NULL, realised bigint NOT NULL, fees bigint NOT NULL, funding bigint NOT NULL, opened_ms bigint NOT NULL, closed_ms bigint, seq bigint NOT NULL, PRIMARY KEY (position_id)) WITH (fillfactor = 80);
CREATE INDEX contract_positions_by_user_id_seq_position_id ON projections.contract_positions (user_id, seq, position_id);

CREATE TABLE projections.contract_exits (exit_id bigint NOT NULL, user_id bigint, position_id bigint, symbol_id bigint, direction bigint, kind bigint, trigger_ticks bigint, source bigint, lots bigint, twin_id bigint, done_reason bigint, fired_ticks bigint, order_id bigint, created_ms bigint, updated_ms bigint NOT NULL, seq bigint NOT NULL, PRIMARY KEY (exit_id)) WITH (fillfactor = 80);
CREATE INDEX contract_exits_by_user_id_exit_id ON projections.contract_exits (user_id, exit_id);

CREATE TABLE projections.contract_funding (symbol_id bigint NOT NULL, time_ms bigint NOT NULL, rate_ppb bigint NOT NULL, premium_ppb bigint NOT NULL, mark_ticks bigint NOT NULL, samples bigint NOT NULL, expected_samples bigint NOT NULL, seq bigint NOT NULL, PRIMARY KEY (symbol_id, time_ms));

CREATE TABLE projections.contract_receipts (user_id bigint NOT NULL, seq bigint NOT NULL, line bigint NOT NULL, kind bigint NOT NULL, symbol_id bigint, position_id bigint, direction bigint, lots bigint, price_ticks bigint, rate_ppb bigint, amount bigint, event text NOT NULL, time_ms bigint NOT NULL, PRIMARY KEY (user_id, seq, line));

CREATE TABLE projections.contract_settings (user_id bigint NOT NULL, symbol_id bigint NOT NULL, seq bigint NOT NULL, leverage bigint NOT NULL, margin_mode bigint NOT NULL, PRIMARY KEY (user_id, symbol_id, seq)) WITH (fillfactor = 80);

CREATE TABLE projections.second_contracts (contract_id bigint NOT NULL, user_id bigint NOT NULL, symbol_id bigint NOT NULL, client_order_id text, up boolean NOT NULL, period_s bigint NOT NULL, quantity bigint NOT NULL, asset_id bigint NOT NULL, stake bigint NOT NULL, payout_ppm bigint NOT NULL, payout bigint NOT NULL, formula bigint NOT NULL, accepted_ms bigint NOT NULL, open_tick_no bigint NOT NULL, close_tick_no bigint NOT NULL, weights text NOT NULL, quorum bigint NOT NULL, simulated boolean NOT NULL, seq bigint NOT NULL, PRIMARY KEY (contract_id));
CREATE INDEX second_contracts_by_user_id_contract_id ON projections.second_contracts (user_id, contract_id);

CREATE TABLE projections.second_ends (contract_id bigint NOT NULL, result text NOT NULL, void_reason text, would_have text, opening text NOT NULL, closing text NOT NULL, close_ticks bigint, paid bigint NOT NULL, ended_ms bigint NOT NULL, seq bigint NOT NULL, PRIMARY KEY (contract_id));

CREATE TABLE projections.second_judgements (contract_id bigint NOT NULL, would_have text NOT NULL, reading text NOT NULL, seq bigint NOT NULL, PRIMARY KEY (contract_id));

CREATE TABLE projections.seconds_changes (seq bigint NOT NULL, symbol_id bigint NOT NULL, what text NOT NULL, was text NOT NULL, became text NOT NULL, reason text NOT NULL, time_ms bigint NOT NULL, PRIMARY KEY (seq));

CREATE TABLE projections.margin_loans (loan_id bigint NOT NULL, user_id bigint NOT NULL, isolated boolean NOT NULL, symbol_id bigint NOT NULL, asset_id bigint NOT NULL, borrowed bigint NOT NULL, repaid bigint NOT NULL, interest bigint NOT NULL, interest_paid bigint NOT NULL, rate_ppb bigint, ended_by text, opened_ms bigint, updated_ms bigint NOT NULL, seq bigint NOT NULL, PRIMARY KEY (loan_id)) WITH (fillfactor = 80);
CREATE INDEX margin_loans_by_user_id_loan_id ON projections.margin_loans (user_id, loan_id);

CREATE TABLE projections.margin_interest (user_id bigint NOT NULL, seq bigint NOT NULL, line bigint NOT NULL, loan_id bigint NOT NULL, isolated boolean NOT NULL, symbol_id bigint NOT NULL, asset_id bigint NOT NULL, amount bigint NOT NULL, principal bigint NOT NULL, from_index bigint, to_index bigint, time_ms bigint NOT NULL, PRIMARY KEY (user_id, seq, line));

CREATE TABLE projections.margin_receipts (user_id bigint NOT NULL, seq bigint NOT NULL, line bigint NOT NULL, kind text NOT NULL, sale_id bigint, isolated boolean NOT NULL, symbol_id bigint NOT NULL, risk_ppm bigint, event text NOT NULL, time_ms bigint NOT NULL, PRIMARY KEY (user_id, seq, line));

CREATE TABLE projections.margin_orders (order_id bigint NOT NULL, isolated boolean NOT NULL, seq bigint NOT NULL, PRIMARY KEY (order_id));

CREATE TABLE projections.waiting_orders (order_id bigint NOT NULL, kind bigint, source bigint, trigger_ticks bigint, callback_ppm bigint, callback_ticks bigint, activation_ticks bigint, twin_order_id bigint, threshold_ticks bigint, fired_ticks bigint, fired_ms bigint, rejected text, seq bigint NOT NULL, PRIMARY KEY (order_id)) WITH (fillfactor = 80);

INSERT INTO projections.cursor (format, seq) VALUES (9, 0);

