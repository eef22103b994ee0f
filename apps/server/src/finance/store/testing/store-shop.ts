import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import type { PaymentPlatform } from '../../../payments/testing/payment-platform.ts'

const merchantId = 100010001
export const at = `merchantId=${merchantId}`
const filePassword = 'correct horse battery'

type Session = Awaited<ReturnType<PaymentPlatform['as']>>

export interface Order {
  readonly product?: Record<string, unknown>
  readonly quantity?: number
  readonly value?: string
  readonly expiresAt?: string
}

let made = 0
const newSku = (): string => `GIFT-${String(++made).padStart(3, '0')}`

/** What the archive of a batch holds, as whoever has the password reads it. */
export async function readCodes(content: string, password = filePassword) {
  const reader = new ZipReader(new Uint8ArrayReader(Buffer.from(content, 'base64')), { password })
  const [file] = await reader.getEntries()
  if (!file || file.directory) throw new Error('The archive is empty')
  const text = await file.getData(new TextWriter())
  await reader.close()
  const [, ...lines] = text.trim().split('\r\n')
  const codes = lines.map((line) => {
    const [serial = '', code = '', value = '', currency = '', expires = ''] = line.split(',')
    return { serial, code, value, currency, expires }
  })
  return { codes, encrypted: file.encrypted, strength: file.extraFieldAES?.strength }
}

/** The people of a store and what they do, by the calls of the console. */
export async function openShop(platform: PaymentPlatform) {
  const [store, store2, kiosk] = await Promise.all(
    ['store', 'store2', 'kiosk'].map((name) => platform.as(name)),
  )
  if (!store || !store2 || !kiosk) throw new Error('Nobody signed in')

  const product = async (changes: Record<string, unknown> = {}, by: Session = store) => {
    const sku = newSku()
    const body = {
      sku,
      name: `Gift ${sku}`,
      kind: 'VOUCHER',
      currency: 'EUR',
      faceValues: ['25.00', '50.00'],
    }
    return by.post(`/product?${at}`, { ...body, validityDays: 365, ...changes })
  }
  const activeProduct = async (changes: Record<string, unknown> = {}) => {
    const { body } = await product(changes)
    return (await store.post(`/product/${body.id}/activate?${at}`, {})).body
  }
  const order = async ({ product: changes, quantity = 3, value = '25.00', expiresAt }: Order = {}) => {
    const sold = await activeProduct(changes)
    const faceValue = { amount: value, currency: sold.currency }
    const batch = await store.post(`/voucher-batch?${at}`, {
      productId: sold.id,
      quantity,
      faceValue,
      ...(expiresAt && { expiresAt }),
    })
    return { product: sold, batch: batch.body, answer: batch }
  }
  const download = (id: string, by: Session = store) =>
    by.post(`/voucher-batch/${id}/codes?${at}`, { password: filePassword })
  const versionOf = async (path: string) => (await store.get(`${path}?${at}`)).body.version as number
  const release = async (id: string, by: Session = store2) => {
    const version = await versionOf(`/voucher-batch/${id}`)
    return by.post(`/voucher-batch/${id}/release?${at}`, { version })
  }
  const close = async (id: string, by: Session = store) => {
    const version = await versionOf(`/voucher-batch/${id}`)
    return by.post(`/voucher-batch/${id}/close?${at}`, { version, reason: 'For a test' })
  }
  /** Released vouchers with their codes. */
  const sell = async (wanted: Order = {}) => {
    const { product: sold, batch } = await order(wanted)
    const file = await download(batch.id)
    const { codes } = await readCodes(file.body.content)
    const released = await release(batch.id)
    if (released.status !== 200) throw new Error(released.text)
    return { product: sold, batch: released.body, codes }
  }
  const pay = (voucherCode: string, changes: Record<string, unknown> = {}) =>
    platform.deposit({ txType: 'VoucherDeposit', card: undefined, voucherCode, ...changes })
  const voucher = async (serial: string) =>
    (await store.get(`/voucher?${at}&keyword=${serial}`)).body.items[0]
  return { store, store2, kiosk, product, activeProduct, order, download, release, close, sell, pay, voucher }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
