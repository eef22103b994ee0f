// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sourceFiles } from './repository.mjs'

const migrations = 'apps/server/src/kit/migrate.ts'
/** Closing a period needs turns, which rows do not give (ADR 0007). Held to the end of a transaction, every pooler keeps them. */
const books = 'apps/server/src/payments/ledger/book-store.ts'
/** What reports are kept from has to be named to be refused. */
const refusesThem = 'apps/server/src/kit/report-grants.ts'
const isProduct = (/** @type {string} */ path) =>
  /\.(?:ts|sql)$/.test(path) && !/\.test\.ts$|\/testing\//.test(path) && path !== refusesThem

it('nobody but migrations and the books takes a lock that other PostgreSQL-like databases do not know', () => {
  const taken = /pg_(?:try_)?advisory|lock table/i
  const found = sourceFiles(['apps/server/src', 'apps/server/migrations'], isProduct).filter((path) =>
    taken.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(found).toEqual([migrations, books])
  expect(readFileSync(join(root, books), 'utf8')).not.toMatch(/pg_(?:try_)?advisory_(?!xact_)|lock table/i)
})
