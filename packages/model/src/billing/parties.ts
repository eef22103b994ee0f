import * as z from 'zod/mini'

/** Who sells, as an invoice shows it. Kept with the invoice when it is issued, so that it never changes. */
export const sellerSchema = z.object({
  name: z.string(),
  orgNo: z.nullable(z.string()),
  vatNo: z.nullable(z.string()),
  address: z.string(),
  zip: z.string(),
  city: z.string(),
  country: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  iban: z.string(),
  bic: z.nullable(z.string()),
  logo: z.nullable(z.string()),
})
export type Seller = z.infer<typeof sellerSchema>

export const buyerSchema = z.object({
  number: z.string(),
  legalName: z.string(),
  orgNo: z.nullable(z.string()),
  vatNo: z.nullable(z.string()),
  address: z.string(),
  zip: z.string(),
  city: z.string(),
  country: z.string(),
  billingEmail: z.string(),
  poNumber: z.nullable(z.string()),
})
export type Buyer = z.infer<typeof buyerSchema>
