import * as z from 'zod/mini'
import { endpoint, idParams, type Schema } from '../endpoint.ts'
import { merchant } from '../entities/merchant.ts'

/** One thing a merchant needs before it takes real payments. */
export interface ChecklistItem {
  readonly key: string
  readonly label: string
  readonly ok: boolean
  readonly detail: string
  /** Where it is set. */
  readonly route: string
}

export const merchantChecklist = endpoint('GET /merchant/{id}/checklist', {
  summary: 'What a merchant needs before it goes live',
  tag: merchant.plural,
  access: merchant.access.view,
  params: idParams,
  reply: z.object({
    items: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        ok: z.boolean(),
        detail: z.string(),
        route: z.string(),
      }),
    ),
  }) as unknown as Schema<{ items: ChecklistItem[] }>,
})
