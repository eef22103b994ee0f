declare module 'mt940js' {
  interface Statement {
    readonly openingBalance: number
    readonly closingBalance: number
    readonly transactions: readonly { readonly amount: number }[]
  }
  class Parser {
    parse(file: string): Statement[]
  }
  const mt940js: { readonly Parser: typeof Parser }
  export default mt940js
}
