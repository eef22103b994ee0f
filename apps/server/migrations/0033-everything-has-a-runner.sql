-- A payment with a next step belongs to somebody until a certain time, or is due at it. One without such a time was found
-- by nobody, for ever: those that are there are due now, and no new one is let in.
update transaction set lease_until = now() where next_step is not null and lease_until is null;
alter table transaction add constraint transaction_has_runner check (next_step is null or lease_until is not null);

-- The same for what waits for a user or a PSP: it is asked about once more and ends, where nobody had set an end.
update transaction set expires_at = now() + interval '7 days'
  where status_no between 300 and 349 and next_step is null and expires_at is null and poll_at is null;
