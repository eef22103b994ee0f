import type { SecurityKeyResponse } from '@signalbox/model/calls/login'

/**
 * What a key of Android says about itself, in certificates of its own making, valid until 2120, that name the address
 * of a metadata service as the place where revoked ones are listed.
 */
const attestation = [
  'o2NmbXRrYW5kcm9pZC1rZXlnYXR0U3RtdKNjYWxnJmNzaWdYSDBGAiEA-sekuK3u6uDhji89rrwp5I64Hd8SFCqZXdQvnFcDif4C',
  'IQC0uwa-gNLIJ3Q1PZY7G0GlODxT2pMOaRRxGSUaWI_it2N4NWOCWQGGMIIBgjCCASegAwIBAgIBAjAKBggqhkjOPQQDAjAMMQow',
  'CAYDVQQDEwFyMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAMMQowCAYDVQQDEwFsMFkwEwYHKoZIzj0CAQYIKoZI',
  'zj0DAQcDQgAEH8TEEzPjExfLnqcEg1kNcH5PMF412uXS3h3SatQVGVqfVIxUoZ0Tpq1V_wsxJgOljikhBVkchXAhjZKTYc0-U6N4',
  'MHYwRAYKKwYBBAHWeQIBEQQ2MDQCAQEKAQACAQEKAQAEIFZvEdtmKRTmw1vZh3-Ujx1S8cNMzQ2eGMl9mEAiTsfxBAAwADAAMC4G',
  'A1UdHwQnMCUwI6AhoB-GHWh0dHA6Ly8xNjkuMjU0LjE2OS4yNTQvbGF0ZXN0MAoGCCqGSM49BAMCA0kAMEYCIQCVodPnV0sdvo0D',
  'CfO-VlfncgfVlTjWGy5RKBmk4ydOrwIhAIk5ltyAlOXquHYRXhfLAfyrrev9oFC7sk5I_ZBOvjskWQEfMIIBGzCBwqADAgECAgEB',
  'MAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAXIwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMAwxCjAIBgNVBAMTAXIw',
  'WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT5WyStMom4IfC27eOHCUxBbH9Vw83jJhgvWfCrRteMVZrsa1USsxcpitKGwRzCyIFK',
  'RxsOWHOoYtIYZk1alW2QoxMwETAPBgNVHRMBAf8EBTADAQH_MAoGCCqGSM49BAMCA0gAMEUCICNYpUIRE-53xlQs566Y_eVmZ6KK',
  'gUDHSyEWmMK8sjMpAiEAqBihNap1-5qoyuSFTraVzSp7mPXyjk1Cb41-tnRxy6doYXV0aERhdGFYiUmWDeWIDoxodDQXD2R2YFuP',
  '5K65ooYyx5lc87qDHZdjQQAAAAAAAAAAAAAAAAAAAAAAAAAAAAVhIGtleaUBAgMmIAEhWCAfxMQTM-MTF8uepwSDWQ1wfk8wXjXa',
  '5dLeHdJq1BUZWiJYIJ9UjFShnROmrVX_CzEmA6WOKSEFWRyFcCGNkpNhzT5T',
].join('')

export const tellingParty = { id: 'localhost', origin: 'http://localhost:3000' }
export const tellingChallenge = Buffer.from('a challenge').toString('base64url')

const clientData = {
  type: 'webauthn.create',
  challenge: tellingChallenge,
  origin: tellingParty.origin,
  crossOrigin: false,
}
const id = Buffer.from('a key').toString('base64url')

export const tellingResponse: SecurityKeyResponse = {
  id,
  rawId: id,
  type: 'public-key',
  response: {
    clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url'),
    attestationObject: attestation,
    transports: ['usb'],
  },
  clientExtensionResults: {},
}
