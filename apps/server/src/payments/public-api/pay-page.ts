import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '@signalbox/model/text/refusal'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { askPsp } from '../core/flow/ask-psp.ts'
import { readMerchant } from '../core/flow/settings.ts'
import type { Payments } from '../core/payments.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { AskedWaits } from './asked-waits.ts'

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escaped[character] ?? '')

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:4rem auto;padding:0 1rem;color:#1f2937}
h1{font-size:1.25rem}button,a.button{display:inline-block;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#1d4ed8;color:#fff;font:inherit;text-decoration:none;cursor:pointer}</style>
</head><body><main><h1>${escape(title)}</h1>${body}</main></body></html>`

function formTo({ url, parameters }: NonNullable<Transaction['stepState']['redirectTarget']>): string {
  const fields = Object.entries(parameters).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  )
  return `<p>Continue on your bank’s page.</p><form method="post" action="${escape(url)}">${fields.join('')}<button>Continue</button></form>`
}

const words = {
  SUCCESSFUL: ['Payment completed', 'success'],
  FAILED: ['Payment declined', 'failure'],
  CANCELLED: ['Payment cancelled', 'cancel'],
} as const

type Outcome = 'success' | 'failure' | 'pending' | 'cancel'

function outcomeOf({ statusNo }: Transaction): [title: string, outcome: Outcome] {
  const state = stateOfNumber(statusNo)
  const known = state in words ? words[state as keyof typeof words] : undefined
  return known ? [known[0], known[1]] : ['Payment in progress', 'pending']
}

/** What a payment waits for: the same as long as nobody has answered. */
const waitOf = ({ merchantId, id, statusNo, attemptCount, stepState }: Transaction): string =>
  [merchantId, id, statusNo, attemptCount, stepState.redirectTarget?.url ?? ''].join(' ')

/** Sends the user on: to the PSP, back to the shop, or to a page that says how it stands. */
export function payPage(app: FastifyInstance, base: string, { machine, links }: Payments): void {
  const { kit } = machine.deps
  const askedWaits = new AskedWaits()

  const leave = async (reply: FastifyReply, row: Transaction) => {
    const [title, outcome] = outcomeOf(row)
    const { returnUrls } = await readMerchant(kit.db, machine.deps, row.merchantId)
    const given = row.stepState.input.returnUrls?.[outcome] ?? returnUrls[outcome]
    const url = given && new URL(given)
    if (url) {
      url.searchParams.set('txId', String(row.id))
      url.searchParams.set('statusCode', statusCodeOf(row.statusNo)?.code ?? '')
      return reply.redirect(url.href, 303)
    }
    return reply.type('text/html; charset=utf-8').send(page(title, `<p>Transaction ${row.id}</p>`))
  }

  app.route({
    method: ['GET', 'POST'],
    url: `${base}/pay/:token`,
    config: { access: 'public' },
    handler: async (request, reply) => {
      const { token } = request.params as { token: string }
      const key = links.readToken(token)
      const row = key && (await findTransaction(kit.db, key.merchantId, key.id))
      if (!row) throw new Refusal('NOT_FOUND')
      const isBack = (request.query as { back?: string }).back !== undefined
      const target = row.stepState.redirectTarget
      const waits = stateOfNumber(row.statusNo) === 'WAITING_INPUT'
      if (waits && target && !isBack) {
        if (target.method === 'GET') return reply.redirect(target.url, 303)
        // The form goes to the bank, which our own pages may not otherwise do.
        reply.header(
          'content-security-policy',
          `default-src 'none'; style-src 'unsafe-inline'; form-action ${new URL(target.url).origin}; base-uri 'none'; frame-ancestors 'none'`,
        )
        return reply.type('text/html; charset=utf-8').send(page('Continue to your bank', formTo(target)))
      }
      const isAsked = waits && isBack && askedWaits.isDue(waitOf(row), kit.now().getTime())
      const now = isAsked ? await askPsp(machine, row) : row
      return leave(reply, now ?? row)
    },
  })
}
