-- Background work, and what somebody has to look into. The queue itself (schema graphile_worker) is made by its library;
-- here is what we add to it.

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

-- Since when the job has waited that is due longest; null while none is.
create function job_queue_due_since() returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (
    select min(run_at) from graphile_worker.jobs
      where attempts < max_attempts and locked_at is null and run_at <= now()
  );
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
  enqueue_job(text, json, timestamptz, text, integer), job_queue_state(), job_queue_due_since(),
  prune_failed_jobs(timestamptz)
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

-- What somebody has to look into, whoever found it. Of the same trouble at the same place there is one row at a time.
create table alert (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  source text not null,
  -- Tells the troubles of one source apart: a rule, a chain, an address, a secret.
  key text not null,
  severity text not null,
  title text not null,
  body text not null,
  psp text,
  -- The record it is about, where there is one to open.
  subject text,
  state text not null,
  times integer not null default 1,
  fired_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  acked_by text,
  acked_at timestamptz(3),
  -- Empty when it ended by itself.
  resolved_by text,
  resolved_at timestamptz(3),
  primary key (merchant_id, id)
);
create unique index alert_unresolved on alert (merchant_id, source, key) where state <> 'RESOLVED';
create index alert_list on alert (merchant_id, last_at desc) where state <> 'RESOLVED';
create index alert_resolved on alert (resolved_at) where state = 'RESOLVED';

-- When an alert of a rule was last looked at, and when it last rang.
create table alert_watch (
  merchant_id integer not null references merchant (id),
  ruleset_id uuid not null,
  row_id text not null,
  looked_at timestamptz(3) not null,
  fired_at timestamptz(3),
  primary key (merchant_id, ruleset_id, row_id)
);
