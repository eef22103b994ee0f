/** A mail somebody asks for: what it says comes from a template, so that merchants can word it. */
export interface MailRequest {
  readonly to: string
  /** Logical name of an email template, such as `PasswordReset`. */
  readonly template: string
  /** On whose behalf: its template, or that of its nearest ancestor, is used. */
  readonly merchantId: number
  readonly locale: string
  /** Where the recipient deals with the merchant, for templates that are only for one channel or site. */
  readonly channel?: string | null
  readonly url?: string | null
  /** What the template may show. */
  readonly view: Readonly<Record<string, unknown>>
  /** Go with it as they are. */
  readonly attachments?: readonly MailAttachment[] | undefined
}

/** A file that goes with a mail: text as it is, documents in base64. */
export interface MailAttachment {
  readonly filename: string
  readonly contentType: 'text/html' | 'text/plain' | 'application/pdf' | 'application/xml'
  readonly content: string
  readonly encoding?: 'base64' | undefined
}

export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/** Ready to leave. */
export interface MailMessage extends MailContent {
  /** The same at every try, so that a mail sent twice by accident can be recognised. */
  readonly id: string
  readonly queuedAt: Date
  readonly from: string
  readonly replyTo: string | null
  readonly to: string
  readonly template: string
  readonly attachments?: readonly MailAttachment[]
}

export interface MailTransport {
  send(message: MailMessage): Promise<void>
}
