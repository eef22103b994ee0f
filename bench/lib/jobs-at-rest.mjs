/**
 * Waits until the jobs a new server starts with are through: they would be measured along, and one of them checks the
 * books, which payments that are copied afterwards do not have.
 * @param {import('pg').Pool} owner
 */
export async function untilJobsRest(owner) {
  const deadline = Date.now() + 300_000
  for (;;) {
    const { rows } = await owner.query(
      `select count(*) filter (where name = 'ledger-check' and finished_at is not null)::integer as checked,
         count(*) filter (where lease_until > now())::integer as running from job_status`,
    )
    if (rows[0].checked === 1 && rows[0].running === 0) return
    if (Date.now() > deadline) throw new Error('The jobs of the server do not come to an end.')
    await new Promise((later) => setTimeout(later, 200))
  }
}
