-- Attempts to sign in that are being looked at. Each is counted as a failure before it is evaluated; one whose outcome was
-- never written, because the server died meanwhile, is taken off the count again.
create table login_flight (
  merchant_id integer not null,
  id uuid not null,
  user_id uuid not null,
  -- The browser it is counted on; null when it is counted on the account.
  device_hash text,
  at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);
create index login_flight_user on login_flight (merchant_id, user_id);
