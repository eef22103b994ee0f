/** `PSP_RECEIVABLE:100010001:acmecards:EUR` for people. */
export function accountText(key: string): string {
  const [type = key, , dimension = ''] = key.split(':')
  const words = type
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/^psp\b/, 'PSP')
    .replace(/^(vat|fx)\b/, (word) => word.toUpperCase())
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${dimension === '' ? '' : ` · ${dimension}`}`
}
