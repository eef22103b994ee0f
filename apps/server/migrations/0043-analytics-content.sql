-- The few payments of test users: work around payments leaves them out without reading all others.
create index transaction_test_user on transaction (merchant_id, id) where is_test_user;

-- Rollups by the first eight digits of a card, and what the rates of the funnel and of challenges add up. The rollups are
-- made anew by their job, because their declaration is another one.
alter table analytics_cube add column bin8 text, add column sent_successful bigint, add column challenge_abandoned bigint;

-- Of the lines PSPs settled, those that say where the card and the merchant were.
create index settlement_line_interchange on settlement_line (merchant_id, booked_at) include (batch_id, interchange_domain)
  where interchange_domain is not null;
-- Cases that were resolved in a period.
create index investigation_case_resolved on investigation_case (merchant_id, resolved_at) where resolved_at is not null;
