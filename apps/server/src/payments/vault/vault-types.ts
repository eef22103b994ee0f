/** A card as a payment page hands it over. */
export interface CardInput {
  readonly pan: string
  /** `YYYY-MM` */
  readonly expiry: string
  readonly cvv?: string
  readonly holder?: string
}

/** What may be known about a card outside the vault. */
export interface StoredCard {
  readonly vaultRef: string
  /** Keyed hash of the number: the same card has the same one everywhere on the platform. */
  readonly accountHash: string
  /** `411111******1111` */
  readonly masked: string
  /** The first eleven digits, for looking up what the card is; never shown and never stored. */
  readonly lookupDigits: string
  /** Eight digits, the most anybody may see. */
  readonly bin: string
  readonly last4: string
  readonly expiry: string
  readonly holder: string | null
}

/** Everything a PSP is told about a card. Lives in memory for one call. */
export interface ClearCard {
  readonly pan: string
  readonly expiry: string
  readonly cvv: string | null
  readonly holder: string | null
}
