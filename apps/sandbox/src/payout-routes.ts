import * as z from 'zod'
import { json, type Reply, type Route, type SandboxRequest } from './http-server.ts'
import { camt053, mt940 } from './psp/bank-statement-file.ts'
import { bankStatements } from './psp/bank-of-payouts.ts'
import type { Book } from './psp/book.ts'
import { faults } from './psp/planted.ts'
import { owedAt, payoutFile, payoutsOf, payoutView } from './psp/payouts.ts'
import { dialects } from './psp/settlement-dialect.ts'

interface PayoutRouteDeps {
  readonly book: Book
  readonly now: () => number
}

/** Faults by name; `none` for a right file, nothing for what the schedule says. */
const wanted = z
  .string()
  .transform((text) => (text === 'none' || text === '' ? [] : text.split(',')))
  .pipe(z.array(z.enum(faults)).max(500))
  .optional()

const listShape = z.strictObject({
  psp: z.string().optional(),
  withToday: z.stringbool().default(false),
  newest: z.coerce.number().int().min(1).max(1_000).default(200),
  plant: wanted,
})
const fileShape = z.strictObject({ plant: wanted, dialect: z.enum(dialects).optional() })
const statementShape = z.strictObject({
  format: z.enum(['camt.053', 'camt.053.02', 'mt940']).default('camt.053'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('EUR'),
  /** Only statements from this day on. */
  from: z.iso.date().optional(),
})
const owedShape = z.strictObject({ until: z.iso.date().optional() })

/** Answers with the parsed query, or with what is wrong about it. */
const asked =
  <Shape extends z.ZodType>(shape: Shape, run: (query: z.infer<Shape>, request: SandboxRequest) => Reply) =>
  async (request: SandboxRequest): Promise<Reply> => {
    const query = shape.safeParse(Object.fromEntries(request.query))
    return query.success ? run(query.data, request) : json(422, { error: z.prettifyError(query.error) })
  }

/** What the providers pay out, how they tell of it, and what the bank says about it. */
export function payoutRoutes({ book, now }: PayoutRouteDeps): Route[] {
  return [
    {
      method: 'GET',
      path: '/admin/payouts',
      run: asked(listShape, ({ psp, withToday, newest, plant }) =>
        json(200, {
          items: payoutsOf(book, now(), withToday)
            .filter((payout) => psp === undefined || payout.psp === psp)
            .slice(0, newest)
            .map((payout) => payoutView(book, payout, now(), plant)),
        }),
      ),
    },
    {
      method: 'GET',
      path: '/admin/payouts/{id}',
      run: asked(fileShape, ({ plant, dialect }, { param }) => {
        const payout = payoutsOf(book, now(), true).find(({ id }) => id === param('id'))
        return payout
          ? json(200, { file: payoutFile(book, payout, plant, dialect) })
          : json(404, { error: 'unknown payout' })
      }),
    },
    {
      method: 'GET',
      path: '/admin/bank-statement',
      run: asked(statementShape, ({ format, currency, from }) => {
        const statements = bankStatements(book, now(), currency).filter(
          ({ closedOn }) => from === undefined || closedOn >= from,
        )
        const content =
          format === 'mt940' ? mt940(statements) : camt053(statements, format === 'camt.053' ? '08' : '02')
        const name = `statement-${currency.toLowerCase()}.${format === 'mt940' ? 'sta' : 'xml'}`
        return json(200, { file: { name, lines: statements.length, content } })
      }),
    },
    {
      method: 'GET',
      path: '/admin/owed',
      run: asked(owedShape, ({ until }) =>
        json(200, { items: owedAt(book, until ?? new Date(now()).toISOString().slice(0, 10)) }),
      ),
    },
  ]
}
