-- Payments nobody makes with the outcome they are to have. Those of a ruleset are run whenever a version of it is submitted.
create table ruleset_test_case (
  merchant_id integer not null,
  id uuid not null,
  ruleset_id uuid not null,
  name text not null,
  -- As the simulator takes it; without personal data of a payment it was taken from.
  input jsonb not null,
  -- What is to come of it; what is left out may be anything.
  expected jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, ruleset_id) references ruleset (merchant_id, id) on delete cascade
);
create unique index ruleset_test_case_name on ruleset_test_case (merchant_id, ruleset_id, name);
