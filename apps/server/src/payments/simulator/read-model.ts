/** What payments show of the rules that decide them. */
export { findTraffic } from './traffic.ts'
