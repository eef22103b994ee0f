/** What each person asked the help, for the help itself and for whoever deletes the person. */
export { deleteExchanges, exchangesOf, expiredExchanges, forgetHelpOf, insertExchange } from './store.ts'
