import * as z from 'zod/mini'
import { endpoint } from '../field/endpoint.ts'
import { named } from '../field/named.ts'

const articleSchema = named(
  'HelpArticle',
  z.object({ title: z.string(), page: z.string(), route: z.string() }),
)
export type HelpArticle = Readonly<z.infer<typeof articleSchema>>

const actionSchema = named('HelpAction', z.object({ label: z.string(), route: z.string() }))
export type HelpAction = Readonly<z.infer<typeof actionSchema>>

const answerSchema = named(
  'HelpAnswer',
  z.object({
    /** Markdown, as in the guide. */
    answer: z.string(),
    /** Sections of the guide that say more, the best first. */
    articles: z.array(articleSchema),
    /** Pages of the console the asker may open. */
    actions: z.array(actionSchema),
    /** False where nothing fits the question. */
    known: z.boolean(),
    /** The transaction the answer is about. */
    txId: z.nullable(z.number()),
  }),
)
export type HelpAnswer = Readonly<z.infer<typeof answerSchema>>

const exchangeSchema = named(
  'HelpExchange',
  z.object({ id: z.string(), askedAt: z.string(), question: z.string(), answer: answerSchema }),
)
export type HelpExchange = Readonly<z.infer<typeof exchangeSchema>>

export const longestQuestion = 500
/** As far back as somebody scrolls. */
export const mostExchanges = 50

const tag = 'Help'

export const helpCalls = {
  ask: endpoint('POST /help/ask', {
    summary: 'Answer a question from the guide, the catalogues and what the caller may see of a transaction',
    tag,
    access: 'signedIn',
    body: z.strictObject({
      question: z.string().check(z.minLength(1), z.maxLength(longestQuestion)),
      /** The page the question was asked on. */
      page: z.string().check(z.minLength(1), z.maxLength(200)),
      /** The transaction that is open there. */
      txId: z.optional(z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER))),
    }),
    reply: answerSchema,
  }),
  transcript: endpoint('GET /help/transcript', {
    summary: 'Questions and answers of the caller in the last 30 days, the oldest first',
    tag,
    access: 'signedIn',
    scope: 'none',
    reply: z.object({ items: z.array(exchangeSchema) }),
  }),
  forget: endpoint('DELETE /help/transcript', {
    summary: 'Delete the questions and answers of the caller',
    tag,
    access: 'signedIn',
    scope: 'none',
    reply: z.object({ deleted: z.number() }),
  }),
}
