/** Something a PSP reports cannot be booked as it says. The message is what whoever gets the case reads. */
export class NotBookable extends Error {
  /** Nothing that may still happen to the payment changes it. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false }: { readonly isFinal?: boolean } = {}) {
    super(message)
    this.name = 'NotBookable'
    this.isFinal = isFinal
  }
}
