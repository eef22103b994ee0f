-- Since when the job has waited that is due longest; null while none is. The application may not read the queue itself.
create function job_queue_due_since() returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (
    select min(run_at) from graphile_worker.jobs
      where attempts < max_attempts and locked_at is null and run_at <= now()
  );
end $$;

revoke execute on function job_queue_due_since() from public;
