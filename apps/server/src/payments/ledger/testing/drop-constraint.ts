import type pg from 'pg'

/** Lets a test write what the database forbids. What comes back puts the constraint in its place again, word by word. */
export async function dropConstraint(owner: pg.Client, name: string): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'transaction'::regclass and conname = $1`,
    [name],
  )
  await owner.query(`alter table transaction drop constraint ${name}`)
  return async () => {
    await owner.query(`alter table transaction add constraint ${name} ${rows[0]?.definition}`)
  }
}
