import pg from 'pg'
import { largeTable } from '../lib/large-table.mjs'

const accounts = { acmecards: '3DS', borealpay: 'default' }

/** The last of ten thousand rows; the others ask for users who do not pay here. */
const lastRow = (psp) => ({
  ...largeTable.rules.at(-1),
  name: 'All cards',
  enabled: true,
  conditions: { txType: { op: 'in', values: ['CreditcardDeposit'] } },
  outputs: { psp, pspAccount: accounts[psp] },
})

/**
 * A ruleset of ten thousand rows that binds all brands, and puts another version into effect when asked: prepared by one,
 * approved by another.
 */
export async function openRouting(server, approver) {
  await liftRateLimit(server)
  let ruleset
  const step = ({ open }) => ({ version: open.version, revision: open.revision })

  const prepare = (psp) => {
    const { no: _, ...changed } = lastRow(psp)
    if (!ruleset)
      return server.post('/ruleset', {
        table: 'psp-routing',
        content: {
          ...largeTable,
          priority: 1,
          inherit: 'ENFORCED',
          rules: [...largeTable.rules.slice(0, -1), lastRow(psp)],
        },
        changeNote: 'To be measured',
      })
    const { version, revision } = ruleset.active
    return server.put(`/ruleset/${ruleset.summary.id}`, {
      version,
      revision,
      changes: { upsert: [changed] },
      changeNote: 'To be measured',
    })
  }

  return {
    /** @param {'acmecards' | 'borealpay'} psp where cards go from now on */
    async activate(psp) {
      const draft = await prepare(psp)
      const { id } = draft.summary
      const pending = await server.post(`/ruleset/${id}/submit`, { ...step(draft), note: 'Please look' })
      const askedAt = Date.now()
      ruleset = await approver.post(`/ruleset/${id}/approve`, { ...step(pending), note: 'Fine' })
      return { askedAt, answeredAt: Date.now() }
    },
  }
}

async function liftRateLimit(server) {
  const client = new pg.Client(await server.ownerOfDatabase())
  await client.connect()
  await client.query(`update api_client set rate_limit = 1000000, version = version + 1`)
  await client.end()
}
