-- A check becomes a record that people look up, correct and act on. The version before goes on inserting what it knows.
alter table kyc_check
  add column trigger text,
  add column provider_account text,
  add column provider_ref text,
  add column scopes text[] not null default '{}',
  -- Who was checked, as they were told to the provider.
  add column first_name text,
  add column last_name text,
  add column email text,
  add column dob text,
  add column national_id text,
  add column street text,
  add column zip text,
  add column city text,
  add column country text,
  add column merchant_kyc_status text,
  add column documents jsonb not null default '[]',
  -- What the provider answered, as far as it is known what its members mean.
  add column response jsonb,
  -- What people changed by hand, the first first; a check that was changed holds against a new one.
  add column overrides jsonb not null default '[]',
  add column overridden_at timestamptz(3),
  add column rerun_at timestamptz(3),
  add column rerun_note text,
  add column erased_at timestamptz(3),
  add column version integer not null default 1,
  add column created_at timestamptz(3) not null default now(),
  add column updated_at timestamptz(3) not null default now(),
  add column updated_by text not null default 'system';

update kyc_check k set created_at = k.at, updated_at = k.at,
  trigger = coalesce((select case t.method when 'WITHDRAWAL' then 'WITHDRAWAL' else 'DEPOSIT' end
    from transaction t where t.merchant_id = k.merchant_id and t.id = k.tx_id), 'API');

create index kyc_check_blocked on kyc_check (merchant_id, user_id) where status = 'BLOCKED';
create index kyc_check_list on kyc_check (merchant_id, created_at desc, id);
create index kyc_check_tx on kyc_check (merchant_id, tx_id) where tx_id is not null;

-- Checks people asked for, so that nobody is checked over and over.
create table kyc_rerun (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  user_id text not null,
  check_id uuid not null,
  requested_by text not null,
  requested_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index kyc_rerun_user on kyc_rerun (merchant_id, user_id, requested_at desc);

-- The user of a merchant a pending change is about, where it is about one: what was written about them can be forgotten.
alter table pending_grant add column user_id text;
create index pending_grant_user on pending_grant (merchant_id, user_id) where user_id is not null;
