import * as z from 'zod/mini'
import { endpoint, idParams } from '../field/endpoint.ts'
import { merchant } from '../entities/merchant.ts'

const checklistItem = z.object({
  key: z.string(),
  label: z.string(),
  ok: z.boolean(),
  detail: z.string(),
  /** Where it is set. */
  route: z.string(),
})
/** One thing a merchant needs before it takes real payments. */
export type ChecklistItem = z.infer<typeof checklistItem>

export const merchantChecklist = endpoint('GET /merchant/{id}/checklist', {
  summary: 'What a merchant needs before it goes live',
  tag: merchant.plural,
  access: merchant.access.view,
  params: idParams,
  reply: z.object({
    items: z.array(checklistItem),
  }),
})

const integrationTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  ms: z.number(),
  url: z.string(),
  request: z.string(),
  status: z.nullable(z.number()),
  response: z.string(),
})
/** What a merchant's system said when it was asked about a user, as it went over the line. */
export type IntegrationTest = z.infer<typeof integrationTest>

export const merchantIntegrationTest = endpoint('POST /merchant/{id}/test-integration', {
  summary: 'Call the merchant’s system about a user, as a payment would',
  tag: merchant.plural,
  access: merchant.access.edit,
  // Nothing of ours changes, and nothing is held open in the database meanwhile.
  effect: 'read',
  params: idParams,
  body: z.strictObject({
    userId: z.string().check(z.minLength(1), z.maxLength(50)),
  }),
  reply: integrationTest,
})
