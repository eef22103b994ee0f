/**
 * What people read. The first groups are fixed to the letter by the specification, which writes parameters as `{0}`;
 * the last group is our own.
 */
export const texts = {
  pageNotFound: 'Page {0} not found.',
  confirmDeletePsp: 'Are you sure you want to delete this PSP?',

  required: 'This field is required',
  mustBeNumber: 'Must be a number',
  tooShort: 'Too short',
  tooLong: 'Too long',
  formHasErrors: 'The form has errors',
  addAtLeastOne: 'Please add at least one {0}',
  invalidEmail: 'Invalid email',
  invalidPhone: 'Mobile number can start with + symbol and must contain only digits.',
  twoFactorRequired: 'Two-Factor Authentication is required, please select one of the first two options',

  failedFetching: 'Failed fetching',
  somethingWentWrong: 'Something went wrong. Please try again later.',
  loginFailed: 'Login failed - please contact support. Failure code: {0}',
  unknownFailureCode: 'unknown',
  actionNotPerformed: 'The action could not be performed',
  resetLinkNotSent: 'Failed to send password reset link.',
  couldNotBe: '{0} could not be {1}.',
  entityNotUpdated: 'Failed to update entity, please try again later',
  configurationNotUpdated: 'Failed to update the configuration, please try again later',
  configurationNotDeleted: 'Failed to delete the configuration, please try again later',
  changedWhileOpen:
    'This changed while you had it open. The newest version is shown now: check it and confirm again.',
  refreshAndRetry: 'Refresh the page and try again. If the problem persists, contact support.',

  invalidCredentials: 'Invalid username or password.',
  invalidIban: 'Invalid IBAN',
  invalidUrl: 'Invalid URL',
  invalidUuid: 'Invalid UUID',
  invalidDate: 'Invalid date',
  invalidDay: 'Must be a date such as 2026-11-18',
  invalidPattern: 'Invalid regular expression',
  invalidValue: 'Invalid value',
  invalidChoice: 'Not one of the choices',
  invalidIp: 'Must be an IP address',
  mustBeOneOf: (names: readonly string[]) => `Must be ${names.join(' or ')}`,
  mustBePositive: 'Must be greater than 0',
  mustBeWhole: 'Must be a whole number',
  mustBeText: 'Must be text',
  decimalAsText: 'Must be a number as text, such as "1.25"',
  mustBeBoolean: 'Must be true or false',
  mustBeList: 'Must be a list',
  mustBeObject: 'Must be an object',
  unknownField: 'Unknown field',
  unknownCountry: 'Unknown country',
  unknownCurrency: 'Unknown currency',
  invalidAmount: 'Not an amount of this currency',
  tooLargeAmount: 'The amount is too large',
  duplicateItem: 'Each item may appear only once',
  crossedBounds: 'The minimum is greater than the maximum',
  tooSmall: (least: number) => `Must be at least ${least}`,
  tooLarge: (most: number) => `Must be at most ${most}`,
} as const

/** Puts the arguments into `{0}`, `{1}`, …; a parameter without an argument stays visible, so that it gets noticed. */
export const fill = (text: string, ...args: readonly (string | number)[]): string =>
  text.replace(/\{(\d+)\}/g, (parameter, index: string) => String(args[Number(index)] ?? parameter))
