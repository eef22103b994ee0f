import type { Feature } from '../../kit/feature.ts'
import { handlers } from './routes.ts'

/** From a payment to what finance knows of it. */
export const ofPaymentFeature: Feature = { name: 'of-payment', handlers: handlers() }
