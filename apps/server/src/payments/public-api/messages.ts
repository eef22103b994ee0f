import * as z from 'zod/mini'
import { messageCategories, type MessageCategory } from '@signalbox/model/entities/message'
import { intParam } from '@signalbox/model/field/endpoint'
import { localeQuery } from '@signalbox/model/messages/locale-schema'
import { messageLocales } from '@signalbox/model/messages/message-locale'
import { allTextsFor } from '../../setup/message/read-model.ts'
import type { Payments } from '../core/payments.ts'
import type { RequireMerchant } from './client-work.ts'
import { publicCall, type PublicCall, type PublicWork } from './public-call.ts'

const categories = Object.keys(messageCategories) as [MessageCategory, ...MessageCategory[]]

/** Everything a cashier says to its user beside what belongs to one method or one payment. */
export const messagesCall = ({ machine }: Payments, requireMerchant: RequireMerchant): PublicCall =>
  publicCall({
    method: 'GET',
    path: '/messages',
    summary: 'The texts of a merchant in the locale of a user, by key; `{0}` stands for a value',
    scope: 'payments:write',
    query: z.strictObject({
      merchantId: intParam(1, 999_999_999),
      locale: z.optional(localeQuery),
      category: z.optional(z.enum(categories)),
    }),
    answer: {
      status: 200,
      schema: z.object({
        /** Where each text was looked for, in this order. */
        locales: z.array(z.string()),
        messages: z.record(z.string(), z.string()),
      }),
    },
    run: async (work) => {
      const { merchantId, locale, category } = work.query
      await requireMerchant(work as PublicWork, merchantId)
      const messages = await allTextsFor(machine.deps.reads, { merchantId, locale }, category)
      return { locales: [...messageLocales(locale)], messages }
    },
  })
