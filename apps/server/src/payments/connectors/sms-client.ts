/** The gateway a merchant sends text messages through. Without an address the sandbox takes them, where one runs. */
interface SmsGateway {
  readonly url: string | null
  readonly apiKey: string | null
  readonly timeoutMs: number
}

interface TextMessage {
  /** The same at every try, so that the gateway can drop what it has already taken. */
  readonly id: string
  readonly from: string
  readonly to: string
  readonly text: string
}

interface TextSent {
  /** Null when nobody answered. */
  readonly status: number | null
  readonly text: string
}

export interface SmsClient {
  /** Undefined where there is no gateway at all. */
  send(gateway: SmsGateway, message: TextMessage): Promise<TextSent | undefined>
}
