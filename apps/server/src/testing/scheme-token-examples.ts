import { sql } from 'kysely'
import type { Database } from '../kit/database.ts'
import type { Answer, Client } from '../kit/testing/kit-app.ts'

interface SchemeTokenExampleDeps {
  readonly who: () => Client
  readonly db: () => Database
}

const merchantId = 100010001
const at = `merchantId=${merchantId}`

const business = {
  legalName: 'Coverage AB',
  tradingName: 'Coverage',
  country: 'SWE',
  city: 'Stockholm',
  address: 'Sveavägen 1',
  websiteUrl: 'https://coverage.example/se',
  mcc: '7995',
  businessIdType: 'COMPANY_NUMBER',
  businessIdValue: '556000-0000',
  acquirerIds: ['455555'],
  debitCreditIndicator: 'BOTH',
  contactEmail: 'cards@coverage.example',
  phone: '+46812345678',
  language: 'sv',
}

/** One successful use of every call on onboardings that changes something. */
export function schemeTokenExamples({
  who,
  db,
}: SchemeTokenExampleDeps): Record<string, () => Promise<Answer>> {
  const create = async (): Promise<Answer> => {
    await sql`delete from scheme_token`.execute(db())
    return who().post(`/scheme-token?${at}`, {
      merchant: merchantId,
      network: 'AMEX',
      ...business,
      note: 'coverage',
    })
  }
  const made = async (state?: string): Promise<string> => {
    const { id } = (await create()).body as { id: string }
    if (state) await sql`update scheme_token set state = ${state} where id = ${id}`.execute(db())
    return id
  }
  const on =
    (operation: string, state: string, body: object = {}) =>
    async () =>
      who().post(`/scheme-token/${await made(state)}/${operation}?${at}`, body)
  const seen = { version: 1 }
  const shares = { psps: ['acmecards'], percent: '10' }
  return {
    'POST /scheme-token': create,
    'PUT /scheme-token/{id}': async () =>
      who().put(`/scheme-token/${await made()}?${at}`, { version: 1, city: 'Uppsala', note: 'coverage' }),
    'DELETE /scheme-token/{id}': async () =>
      who().delete(`/scheme-token/${await made()}?${at}&version=1&note=coverage`),
    'POST /scheme-token/start': async () => {
      await sql`delete from scheme_token`.execute(db())
      return who().post(`/scheme-token/start?${at}`, { merchants: [merchantId], networks: ['AMEX'] })
    },
    'POST /scheme-token/import/commit': async () => {
      await sql`delete from scheme_token`.execute(db())
      const content = `merchant;network;legalName\n${merchantId};AMEX;Imported AB`
      return who().post(`/scheme-token/import/commit?${at}`, { format: 'csv', content, note: 'coverage' })
    },
    'POST /scheme-token/{id}/validate': on('validate', 'DATA_COLLECTED'),
    'POST /scheme-token/{id}/submit': on('submit', 'VALIDATED', seen),
    'POST /scheme-token/{id}/refresh': on('refresh', 'PENDING_NETWORK'),
    'POST /scheme-token/{id}/resubmit': on('resubmit', 'ACTION_REQUIRED', seen),
    'POST /scheme-token/{id}/test': on('test', 'APPROVED', seen),
    'POST /scheme-token/{id}/enable': on('enable', 'TEST_TOKEN_OK', shares),
    'POST /scheme-token/{id}/rollout': on('rollout', 'ENABLED', shares),
    'POST /scheme-token/{id}/suspend': on('suspend', 'ENABLED', { reason: 'coverage' }),
  }
}
