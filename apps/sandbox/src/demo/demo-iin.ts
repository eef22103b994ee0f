/** One range of the demo platform; bounds have eleven digits. */
export interface DemoIin {
  readonly from: number
  readonly to: number
  readonly brand: string
  readonly type: 'CREDIT' | 'DEBIT' | 'PREPAID' | 'CHARGE'
  readonly country: string
  readonly bank: string
  readonly category: string
}

type Product = readonly [brand: string, first: string, type: DemoIin['type'], category: string]

/** All numbers that begin with these digits. */
function startingWith(digits: string, facts: Omit<DemoIin, 'from' | 'to'>): DemoIin {
  return { from: Number(digits.padEnd(11, '0')), to: Number(digits.padEnd(11, '9')), ...facts }
}

// The numbers the sandbox answers to, so that each of them has a brand, a type and an issuer.
const triggers = `
411111 VISA CREDIT SWE Fjordbanken
424242 VISA CREDIT SWE Fjordbanken
400000 VISA CREDIT SWE Sandbox_Bank
40000027 VISA CREDIT DEU Rheinische_Handelsbank
400005 VISA DEBIT GBR Thames_and_Tyne
40000066 VISA CREDIT FIN Suomen_Maksupankki
555555 MASTERCARD CREDIT NOR Nordlys_Bank
510510 MASTERCARD PREPAID GBR Thames_and_Tyne
520082 MASTERCARD DEBIT DNK Sund_og_Belt_Bank
378282 AMEX CHARGE USA Pan_American_Card
601111 DISCOVER CREDIT USA Great_Lakes_Bank
356600 JCB CREDIT JPN Fuji_Kard`

// Invented banks: two per country, each with cards of the usual kinds.
const countries = `
SWE Fjordbanken Mälarbanken
NOR Nordlys_Bank Vestfold_Sparebank
DNK Sund_og_Belt_Bank Jysk_Andelskasse
FIN Suomen_Maksupankki Saaristo_Pankki
ISL Geysir_Banki Reykjanes_Sparisjodur
DEU Rheinische_Handelsbank Elbkasse
AUT Donaubank Tiroler_Kreditkasse
CHE Helvetia_Kantonalbank Banque_du_Leman
NLD Polderbank Zuiderzee_Krediet
BEL Banque_des_Ardennes Scheldebank
LUX Banque_du_Moselle Lux_Private
FRA Credit_de_la_Loire Banque_du_Rhone
ESP Banco_del_Ebro Caja_Cantabria
PRT Banco_do_Tejo Caixa_Algarve
ITA Banca_dell_Arno Cassa_di_Trieste
GRC Aegean_Bank Macedonian_Credit
MLT Valletta_Savings Gozo_Bank
CYP Limassol_Bank Troodos_Credit
IRL Shannon_Bank Connacht_Credit
GBR Thames_and_Tyne Caledonian_Union
POL Bank_Wislany Kasa_Mazurska
CZE Vltavska_Banka Moravska_Kasa
SVK Tatranska_Banka Dunajska_Kasa
HUN Dunabank Tisza_Takarek
ROU Banca_Carpati Casa_Dobrogea
BGR Trakia_Bank Rila_Credit
HRV Jadranska_Banka Slavonska_Kasa
SVN Triglav_Banka Soca_Hranilnica
EST Saaremaa_Pank Emajoe_Krediit
LVA Daugavas_Banka Kurzemes_Kredits
LTU Nemuno_Bankas Zemaitijos_Kreditas
USA Great_Lakes_Bank Pan_American_Card
CAN Laurentian_Prairie Hudson_Credit
BRA Banco_Amazonia Caixa_Paranaense
MEX Banco_del_Anahuac Caja_Yucateca
JPN Fuji_Kard Kansai_Shinyo
IND Deccan_Bank Ganga_Credit
AUS Murray_Darling_Bank Tasman_Credit`

const products: readonly Product[] = [
  ['VISA', '45', 'CREDIT', 'CONSUMER'],
  ['VISA', '46', 'DEBIT', 'CONSUMER'],
  ['VISA', '47', 'CREDIT', 'BUSINESS'],
  ['MASTERCARD', '53', 'CREDIT', 'CONSUMER'],
  ['MASTERCARD', '54', 'DEBIT', 'CONSUMER'],
  ['MASTERCARD', '52', 'PREPAID', 'CONSUMER'],
]

/** Only at the first bank of a country. */
const rareProducts: readonly Product[] = [['MASTERCARD', '51', 'CREDIT', 'CORPORATE']]

const words = (line: string): string[] => line.split(' ').map((word) => word.replaceAll('_', ' '))
const linesOf = (table: string): string[][] => table.trim().split('\n').map(words)

/** First two digits by product, two by country, two by bank. */
function ofCountry([country = '', ...banks]: string[], countryNo: number): DemoIin[] {
  return banks.flatMap((bank, bankNo) =>
    [...products, ...(bankNo === 0 ? rareProducts : [])].map(([brand, first, type, category]) => {
      const digits = `${first}${String(20 + countryNo)}${String(30 + bankNo)}`
      return startingWith(digits, { brand, type, country, bank, category })
    }),
  )
}

const ofTrigger = ([digits = '', brand = '', type = '', country = '', bank = '']: string[]): DemoIin =>
  startingWith(digits, { brand, type: type as DemoIin['type'], country, bank, category: 'CONSUMER' })

export const demoIin: readonly DemoIin[] = [
  ...linesOf(triggers).map(ofTrigger),
  ...linesOf(countries).flatMap(ofCountry),
]

/** Eight digits inside of six come from the scheme: ranges of one source do not overlap. */
export const sourceOf = ({ from, to }: DemoIin): 'SCHEME' | 'IMPORT' =>
  to - from < 10_000 ? 'SCHEME' : 'IMPORT'

/** Documentation networks first, which the sandbox's cases use; then some that look like home. */
export const demoNetworks = `
81.2.69.0/24 GBR London
192.0.2.0/24 SWE Stockholm
198.51.100.0/24 DEU Berlin
203.0.113.0/24 USA Chicago
2001:db8:46::/48 SWE Stockholm
2001:db8:47::/48 NOR Oslo
2001:db8:49::/48 DEU Hamburg
2001:db8:358::/48 FIN Helsinki`
  .trim()
  .split('\n')
  .map((line) => {
    const [network = '', country = '', city = ''] = line.split(' ')
    return { network, country, region: null, city }
  })
