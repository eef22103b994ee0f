/** The payment somebody asks about, as far as they may know of it. */
export { visiblePayment } from './visible-payment.ts'
