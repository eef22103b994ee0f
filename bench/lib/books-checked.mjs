/**
 * Waits until a new server has checked its books: that would be measured along, and payments that are copied afterwards
 * have none.
 * @param {import('pg').Pool} owner
 */
export async function untilBooksChecked(owner) {
  const deadline = Date.now() + 300_000
  for (;;) {
    const { rows } = await owner.query(
      `select 1 from job_status where name = 'ledger-check' and finished_at is not null`,
    )
    if (rows.length > 0) return
    if (Date.now() > deadline) throw new Error('The server does not come to an end with its books.')
    await new Promise((later) => setTimeout(later, 200))
  }
}
