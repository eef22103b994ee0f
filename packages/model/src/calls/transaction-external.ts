import * as z from 'zod/mini'

const text = z.nullable(z.string())
const figure = z.nullable(z.number())

const headers = z.record(z.string(), z.string())

const callLogView = z.object({
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
})
/** A call to or from somebody else, redacted before it was stored. */
export type CallLogView = z.infer<typeof callLogView>

const callbackView = z.object({
  id: z.string(),
  psp: z.string(),
  receivedAt: z.string(),
  sourceIp: text,
  signatureOk: z.boolean(),
  outcome: z.string(),
  note: text,
  body: z.string(),
})
export type CallbackView = z.infer<typeof callbackView>

const notificationView = z.object({
  id: z.string(),
  kind: z.string(),
  leg: z.string(),
  target: z.string(),
  /** The place of a webhook among those of the payment to the same receiver. */
  sequence: figure,
  status: z.string(),
  attempt: z.number(),
  nextAt: text,
  httpStatus: figure,
  responseSnippet: text,
  createdAt: z.string(),
  sentAt: text,
})
export type NotificationView = z.infer<typeof notificationView>

export const externalCallsSchema = z.object({
  logs: z.array(callLogView),
  callbacks: z.array(callbackView),
  notifications: z.array(notificationView),
})
export type ExternalCalls = z.infer<typeof externalCallsSchema>
