-- What Home counts is a few among many: each of these indexes holds those few, so that a card costs what it shows.
create index kyc_check_review on kyc_check (merchant_id)
  where status in ('VERIFICATION_IN_PROGRESS', 'VERIFICATION_EXTERNAL_FAILURE');
create index kyc_check_hit on kyc_check (merchant_id) where warnings <> '{}';
create index kyc_check_under_age on kyc_check (merchant_id, at) where status = 'UNDER_AGE';
create index notification_dead on notification (merchant_id, created_at) where status = 'DEAD' and kind = 'WEBHOOK';
