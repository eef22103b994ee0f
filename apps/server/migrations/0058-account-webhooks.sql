-- Clients also hear of accounts, which belong to no payment and have no order among each other.
alter table notification alter column tx_id drop not null;
alter table notification add column account_id uuid;
alter table notification add constraint notification_subject check ((tx_id is null) <> (account_id is null));
alter table notification drop constraint notification_sequence;
alter table notification add constraint notification_sequence
  check ((sequence is not null) = (kind = 'WEBHOOK' and tx_id is not null));
create index notification_account on notification (merchant_id, account_id) where account_id is not null;

-- Nothing is settled yet, so nobody can be told of it.
update webhook_endpoint set events = array_remove(events, 'settlement.accepted')
where 'settlement.accepted' = any(events);
