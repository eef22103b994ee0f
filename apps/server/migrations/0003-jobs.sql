-- Background work. The queue itself (schema graphile_worker) is made by its library; here is what we add to it.

-- The application's role may add jobs, and count them, but not read or change what is in the queue: payloads hold what
-- goes into mails. PL/pgSQL looks names up when it runs, so these may exist before the queue does.
create function enqueue_job(
  task text,
  payload json,
  run_at timestamptz,
  job_key text,
  max_attempts integer
) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(
    identifier => task,
    payload => payload,
    run_at => run_at,
    max_attempts => max_attempts,
    job_key => job_key
  );
end $$;

create function job_queue_state(out waiting integer, out failed integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  select count(*) filter (where attempts < max_attempts), count(*) filter (where attempts >= max_attempts)
    into waiting, failed
    from graphile_worker.jobs;
end $$;

-- What was given up on stays a while for people to look at, and no longer.
create function prune_failed_jobs(before timestamptz) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  removed integer;
begin
  delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and updated_at < before;
  get diagnostics removed = row_count;
  return removed;
end $$;

revoke execute on function
  enqueue_job(text, json, timestamptz, text, integer), job_queue_state(), prune_failed_jobs(timestamptz)
  from public;

-- Nodes that take jobs from the queue. A node that no longer says it is alive loses the jobs it held. Global by nature.
create table job_worker (
  id text primary key,
  beat_at timestamptz(3) not null
);

-- Periodic work, one row per kind: when it ran, how it went, when it is due, and which node is at it until when. The
-- row is the lease: whoever changes it first runs the job. Global by nature: it belongs to the platform.
create table job_status (
  name text primary key,
  title text not null,
  next_run_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  outcome text,
  error text,
  summary text,
  failures integer not null default 0,
  lease_owner uuid,
  lease_until timestamptz(3)
);

-- What the last full check of each audit chain found.
create table audit_verification (
  chain_merchant_id integer primary key,
  at timestamptz(3) not null,
  result jsonb not null
);

-- Which transaction wrote an event. Rows become visible in the order of commits, not of numbers or clocks; a reader
-- that goes on from the oldest transaction still running can therefore not miss one.
alter table outbox add column tx_id xid8 not null default pg_current_xact_id();
create index outbox_tx on outbox (tx_id, id);
drop index outbox_at;
create index outbox_at on outbox (at);
