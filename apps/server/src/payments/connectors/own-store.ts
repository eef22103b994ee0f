/** The connector of our own store: what is spoken to with it is a part of this platform. */
export const ownStore = 'store'
