-- What of the record decided about the request when it was made: whether it may still be confirmed is asked of this, not of
-- the version, which changes with anything. Null for what was requested before; there the version decides.
alter table pending_grant add column basis jsonb;
