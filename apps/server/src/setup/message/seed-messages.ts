import { message } from '@signalbox/model/entities/message'
import { seedOnce } from '../../kit/seed-once.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { defaultMessages } from './default-messages.ts'

/** The texts of the cashier, its errors and its receipt, in the languages of the platform. */
export const seedDefaultMessages = (deps: KitDeps): Promise<number> =>
  seedOnce(deps, {
    entity: message,
    setting: 'seeded messages',
    action: 'SEED_MESSAGES',
    records: defaultMessages.flatMap(({ key, category, description, texts }) =>
      Object.entries(texts).map(([locale, value]) => ({
        name: `${key}/${locale}`,
        values: { key, category, description, locale, value },
      })),
    ),
  })
