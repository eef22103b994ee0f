import * as z from 'zod/mini'
import type { Schema } from '../endpoint.ts'

const text = z.nullable(z.string())
const figure = z.nullable(z.number())

/** A call to or from somebody else, redacted before it was stored. */
export interface CallLogView {
  readonly id: string
  readonly attemptNo: number | null
  readonly direction: string
  readonly target: string
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | null
  readonly status: number | null
  readonly responseHeaders: Readonly<Record<string, string>> | null
  readonly responseBody: string | null
  readonly at: string
  readonly latencyMs: number | null
}

export interface CallbackView {
  readonly id: string
  readonly psp: string
  readonly receivedAt: string
  readonly sourceIp: string | null
  readonly signatureOk: boolean
  readonly outcome: string
  readonly note: string | null
  readonly body: string
}

export interface NotificationView {
  readonly id: string
  readonly kind: string
  readonly leg: string
  readonly target: string
  /** The place of a webhook among those of the payment to the same receiver. */
  readonly sequence: number | null
  readonly status: string
  readonly attempt: number
  readonly nextAt: string | null
  readonly httpStatus: number | null
  readonly responseSnippet: string | null
  readonly createdAt: string
  readonly sentAt: string | null
}

export interface OutsideTalk {
  readonly logs: CallLogView[]
  readonly callbacks: CallbackView[]
  readonly notifications: NotificationView[]
}

const headers = z.record(z.string(), z.string())

export const outsideTalkSchema = z.object({
  logs: z.array(
    z.object({
      id: z.string(),
      attemptNo: figure,
      direction: z.string(),
      target: z.string(),
      method: z.string(),
      url: z.string(),
      requestHeaders: headers,
      requestBody: text,
      status: figure,
      responseHeaders: z.nullable(headers),
      responseBody: text,
      at: z.string(),
      latencyMs: figure,
    }),
  ),
  callbacks: z.array(
    z.object({
      id: z.string(),
      psp: z.string(),
      receivedAt: z.string(),
      sourceIp: text,
      signatureOk: z.boolean(),
      outcome: z.string(),
      note: text,
      body: z.string(),
    }),
  ),
  notifications: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      leg: z.string(),
      target: z.string(),
      sequence: figure,
      status: z.string(),
      attempt: z.number(),
      nextAt: text,
      httpStatus: figure,
      responseSnippet: text,
      createdAt: z.string(),
      sentAt: text,
    }),
  ),
}) as unknown as Schema<OutsideTalk>
