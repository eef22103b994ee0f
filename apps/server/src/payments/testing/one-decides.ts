import { sql } from 'kysely'
import type { PaymentPlatform } from './payment-platform.ts'

/** Tests in which one person forces payments: the limit from which it takes two is out of reach. */
export const oneDecides = ({ db }: Pick<PaymentPlatform, 'db'>): Promise<unknown> =>
  sql`update config set document = document || '{"investigate.fourEyesAbove": {"EUR": "1000000.00"}}', version = version + 1
    where type = 'MerchantConfig' and merchant_id = 100010000`.execute(db)
