/**
 * An order as a database performs it: one function call a transaction, prepared, that takes the key once,
 * holds the funds, matches by price and time, moves both sides' money with fees, and writes the order, its trades and
 * the postings of each. Generous to itself: fees have no balance of their own that all orders would wait for, orders of
 * other symbols do not exist, nobody is notified, and orders that another transaction has in hand are passed
 * over instead of waited for.
 */
export const SQL_USERS = 100_000;

export const SQL_EXCHANGE = `
  CREATE TABLE balance (user_id int, asset int, available bigint NOT NULL, held bigint NOT NULL,
    PRIMARY KEY (user_id, asset));
  INSERT INTO balance SELECT id, asset, 1000000000000000, 0
    FROM generate_series(1, ${SQL_USERS}) id, generate_series(1, 2) asset;
  CREATE TABLE sql_order (order_id bigserial PRIMARY KEY, user_id int NOT NULL, key text NOT NULL, buys boolean NOT NULL,
    price bigint NOT NULL, quantity bigint NOT NULL, open bigint NOT NULL, UNIQUE (user_id, key));
  CREATE INDEX asks ON sql_order (price, order_id) WHERE open > 0 AND NOT buys;
  CREATE INDEX bids ON sql_order (price DESC, order_id) WHERE open > 0 AND buys;
  CREATE TABLE trade (trade_id bigserial PRIMARY KEY, maker_order bigint NOT NULL, taker_order bigint NOT NULL,
    price bigint NOT NULL, quantity bigint NOT NULL);
  CREATE TABLE posting (trade_id bigint NOT NULL, account int NOT NULL, asset int NOT NULL, amount bigint NOT NULL);

  CREATE FUNCTION place(taker int, taker_key text, taker_buys boolean, taker_price bigint, taker_quantity bigint)
  RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    id bigint;
    rest bigint := taker_quantity;
    maker sql_order;
    lots bigint;
    worth bigint;
    trade bigint;
    buyer int;
    seller int;
  BEGIN
    UPDATE balance SET available = available - CASE WHEN taker_buys THEN taker_price * rest ELSE rest END,
        held = held + CASE WHEN taker_buys THEN taker_price * rest ELSE rest END
      WHERE user_id = taker AND asset = CASE WHEN taker_buys THEN 2 ELSE 1 END
        AND available >= CASE WHEN taker_buys THEN taker_price * rest ELSE rest END;
    IF NOT FOUND THEN RAISE 'the funds do not suffice'; END IF;
    INSERT INTO sql_order (user_id, key, buys, price, quantity, open)
      VALUES (taker, taker_key, taker_buys, taker_price, rest, rest) RETURNING order_id INTO id;
    WHILE rest > 0 LOOP
      IF taker_buys THEN
        SELECT * INTO maker FROM sql_order WHERE open > 0 AND NOT buys AND price <= taker_price
          ORDER BY price, order_id LIMIT 1 FOR UPDATE SKIP LOCKED;
      ELSE
        SELECT * INTO maker FROM sql_order WHERE open > 0 AND buys AND price >= taker_price
          ORDER BY price DESC, order_id LIMIT 1 FOR UPDATE SKIP LOCKED;
      END IF;
      EXIT WHEN NOT FOUND;
      lots := least(rest, maker.open);
      worth := lots * maker.price;
      rest := rest - lots;
      UPDATE sql_order SET open = open - lots WHERE order_id = maker.order_id;
      INSERT INTO trade (maker_order, taker_order, price, quantity)
        VALUES (maker.order_id, id, maker.price, lots) RETURNING trade_id INTO trade;
      buyer := CASE WHEN taker_buys THEN taker ELSE maker.user_id END;
      seller := CASE WHEN taker_buys THEN maker.user_id ELSE taker END;
      UPDATE balance SET available = available + lots - lots / 1000 WHERE user_id = buyer AND asset = 1;
      UPDATE balance SET held = held - CASE WHEN taker_buys THEN taker_price * lots ELSE worth END,
          available = available + CASE WHEN taker_buys THEN taker_price * lots - worth ELSE 0 END
        WHERE user_id = buyer AND asset = 2;
      UPDATE balance SET held = held - lots WHERE user_id = seller AND asset = 1;
      UPDATE balance SET available = available + worth - worth / 1000 WHERE user_id = seller AND asset = 2;
      INSERT INTO posting VALUES (trade, buyer, 1, lots - lots / 1000), (trade, buyer, 2, -worth),
        (trade, seller, 1, -lots), (trade, seller, 2, worth - worth / 1000), (trade, 0, 1, lots / 1000),
        (trade, 0, 2, worth / 1000);
    END LOOP;
    IF rest < taker_quantity THEN UPDATE sql_order SET open = rest WHERE order_id = id; END IF;
    RETURN id;
  END $$;`;

/** An order as the load of ours sends them: every buy crosses every sell. */
export const SQL_ORDER_SCRIPT = `
\\set user_id random(1, ${SQL_USERS})
\\set buys random(0, 1)
\\set price random(0, 4) + 5 * :buys
\\set quantity random(1, 9)
\\set key random(1, 9000000000000000000)
SELECT place(:user_id, 't8x5q2a1c-' || lpad(:key::text, 32, '0'), :buys = 1, 5000000 + :price, 1000 * :quantity);
`;

/** The least that an order takes in SQL: its funds are held and its row is written. Nothing is matched. */
export const LEAST_TABLES = `
  CREATE TABLE least_order (order_id bigserial PRIMARY KEY, user_id int NOT NULL, key text NOT NULL, side text NOT NULL,
    price bigint NOT NULL, quantity bigint NOT NULL);`;
export const LEAST_SCRIPT = `
\\set user_id random(1, ${SQL_USERS})
\\set quantity random(1, 9)
BEGIN;
UPDATE balance SET available = available - 5000000 * :quantity, held = held + 5000000 * :quantity
  WHERE user_id = :user_id AND asset = 2 AND available >= 5000000 * :quantity;
INSERT INTO least_order (user_id, key, side, price, quantity)
  VALUES (:user_id, 't8x5q2a1c-00000000000000000000000000000000', 'buy', 5000000, :quantity);
COMMIT;
`;
