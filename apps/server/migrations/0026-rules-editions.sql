-- The rules a merchant was decided by at some time: which version of every ruleset that had a say. A payment names the
-- edition it began with, so that whoever goes on with it later decides by the same rules. Made by the first payment
-- under it, never changed.
create table rules_edition (
  merchant_id integer not null references merchant (id),
  -- Of what is in it, so that every node gives the same rules the same name.
  id text not null,
  -- The merchant, its parent, and so on up to the root.
  lineage integer[] not null,
  -- `rulesetId@version`
  versions text[] not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
