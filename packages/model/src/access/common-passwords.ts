/**
 * Lists of leaked passwords are mostly a few hundred words in a few disguises: a capital, some letters written as
 * digits, a year, an exclamation mark, twice the same. Carrying every disguise would cost the browser megabytes and
 * still miss the next one, so we carry the words and see through the disguises: a password counts as common when it
 * can be put together from such words, keyboard walks, runs and years with little else.
 */
export const commonWords: readonly string[] = `
password passwort passw passwd pass pwd parola parole losenord losen kodeord adgangskode passord salasana
senha palavra contrasena motdepasse wachtwoord haslo heslo jelszo secret hemligt geheim salainen segredo
topsecret private admin administrator root user guest login logon signin default system manager master
superuser sysadmin operator support service helpdesk office finance payment payments money bank banking
bitcoin wallet invoice merchant account accounts demo test testing tester temp temporary changeme change
letmein letme welcome welkom willkommen valkommen velkommen tervetuloa bemvindo bienvenido bienvenue hello
hej hejsan moi moikka hallo hola ola bonjour access enter open opensesame trustno trustnoone iloveyou
loveyou iloveu ilovegod love lover lovely loveme ihateyou jagalskardig teamo amor liebe karlek rakkaus
forever always never nothing something whatever everything please internet computer laptop server network
windows microsoft google facebook youtube twitter instagram linkedin apple iphone android samsung nokia
ericsson oracle database mysql linux ubuntu apache cisco hacker hacking matrix cyber qwerty qwertz azerty
qwer asdf zxcv qaz wsx edc rfv tgb qwe asd zxc abc xyz aaa bbb xxx zzz dragon monkey monkeys tiger tigers
lion lions eagle eagles falcon falcons hawk wolf wolves bear bears panda panther dolphin dolphins shark
sharks horse horses pony kitty kitten cat cats dog dogs doggy puppy bunny rabbit mouse spider scorpion cobra
snake turtle penguin butterfly bird chicken pig cow bull bulldog mustang bronco stallion summer winter
autumn spring fall sommar sommer vinter host varen syksy kesa talvi kevat verao inverno primavera outono
january february march april may june july august september october november december januari februari mars
maj juni juli augusti oktober januar februar marts heinakuu joulukuu monday tuesday wednesday thursday
friday saturday sunday mandag tisdag onsdag torsdag fredag lordag sondag montag freitag sonntag christmas
birthday holiday weekend vacation football soccer baseball basketball hockey tennis golf golfer rugby
cricket boxing wrestling skating swimming running fotboll fussball fodbold fotball jalkapallo futebol
ishockey jaakiekko handball liverpool arsenal chelsea everton manchester united mancity tottenham barcelona
madrid realmadrid juventus milan inter bayern munich borussia dortmund schalke hamburg werder ajax feyenoord
celtic rangers benfica sporting porto hammarby djurgarden malmo goteborg brondby rosenborg yankees redsox
lakers bulls knicks celtics cowboys steelers packers raiders broncos patriots dodgers sweden sverige norway
norge denmark danmark finland suomi germany deutschland england london paris berlin stockholm oslo
copenhagen kobenhavn helsinki lisbon lisboa portugal america american canada australia france italy spain
brasil brazil mexico russia china japan india texas dallas chicago boston newyork california florida austin
denver houston phoenix orlando jordan michael jessica ashley daniel david james john robert thomas joseph
charles christopher matthew anthony andrew joshua william richard steven kevin brian george edward jason
justin brandon nicholas tyler alexander alex benjamin samuel patrick jack dennis jerry aaron adam nathan
peter henry zachary kyle walter harold carl arthur oliver oscar lucas leo hugo elias axel emil viktor gustav
anders erik lars johan karl nils per sven jan mikael fredrik magnus henrik mattias jonas martin stefan
andreas markus tobias sebastian florian klaus hans fritz jurgen wolfgang mika jari juha antti pekka matti
mikko timo joao pedro miguel carlos paulo antonio jose manuel rui mary patricia jennifer linda elizabeth
barbara susan sarah karen nancy lisa betty margaret sandra michelle amanda melissa stephanie rebecca laura
emily nicole samantha katherine christine rachel anna maria julia sophie sofia emma olivia isabella
charlotte amelia hannah victoria natalie angela heather tiffany crystal diamond amber jasmine brittany
danielle courtney kelly kimberly vanessa andrea monica veronica eva ida elsa alice ella maja saga astrid
ingrid karin kristina birgitta marianne ulla helena johanna hanna minna sanna satu tiina katja claudia
sabine petra monika ana angel angels baby babygirl babyboy princess prince queen king kings lady girl girls
boy boys sweet sweetie sweetheart honey sugar candy cookie cookies chocolate cherry banana orange apples
peach lemon coffee cheese pizza pepper ginger butter pumpkin peanut sunshine sunflower flower flowers rose
roses daisy lily rainbow star stars moon sun sky heaven hell devil satan demon ghost death killer killers
zombie vampire magic wizard merlin gandalf frodo hobbit batman superman spiderman ironman wolverine hulk
thor avengers joker robin marvel naruto pokemon pikachu goku dragonball sonic mario zelda nintendo
playstation xbox gamer games game player counterstrike minecraft fortnite roblox callofduty warcraft
starcraft halo doom quake steam starwars skywalker yoda vader jedi startrek enterprise potter harrypotter
hogwarts terminator rambo rocky bond jamesbond ninja samurai pirate pirates warrior warriors knight knights
soldier army marine marines navy sniper hunter hunting fishing shooter gunner rocket racing ferrari porsche
mercedes bmw audi volvo saab toyota honda nissan ford chevy camaro corvette harley davidson yamaha suzuki
ducati kawasaki truck trucker motor engine diesel turbo maverick viper mustangs guitar music musica rock
rocknroll metal metallica slipknot nirvana acdc ironmaiden beatles elvis eminem tupac snoop madonna rihanna
blink greenday linkinpark slayer hiphop reggae marley jazz piano drums drummer dance dancer disney mickey
minnie donald tigger pooh snoopy scooby garfield simpsons homer bart southpark cartman friends family mother
father mommy daddy mom dad mama papa sister brother grandma grandpa son daughter wife husband jesus christ
jesuschrist god godisgood blessed blessing faith hope grace church bible prayer angelica gabriel raphael
trinity genesis freedom liberty justice peace happy happiness smile smiley funny crazy stupid idiot loser
winner champion lucky casino poker jackpot slots vegas lasvegas gambling gold golden silver platinum black
white red blue green yellow purple pink brown grey blackcat bluesky redbull whitecat greenapple fuck fuckyou
fuckoff shit asshole bitch pussy sex sexy smoke smokey beer whiskey vodka tequila heineken budweiser corona
perkele satana helvete javla fan saatana scheisse merda company business corporate employee boss team
teamwork project security secure safety firewall router wireless wifi mobile telephone phone number numbers
one two three four five six seven eight nine ten zero onetwothree first second third last year month week
today tomorrow yesterday day night morning evening school college university student teacher doctor nurse
police fireman lawyer pilot captain chief president patriot house home garden kitchen window door table
chair pencil paper book books library water fire earth wind ocean beach island river mountain forest nature
thunder lightning storm tornado hurricane snow snowball snowman ice iceman frozen cool coolguy hot hotdog
hottie big bigdog bigboy little small super superstar mega ultra power powerful energy alpha beta gamma
delta omega sigma zeta theta apollo zeus athena hercules atlas mercury venus saturn jupiter neptune pluto
galaxy cosmos universe nova shadow midnight dark darkness darkside light bright silent quiet mystery unknown
nobody somebody anybody anything trustme believe dream dreams dreamer imagine wonder beautiful pretty
gorgeous handsome cutie hugs kisses kiss heart hearts broken lonely alone together friend bestfriend buddy
dude homie gangster gangsta thug playboy playgirl rebel outlaw cowboy cowgirl indian bandit hustler legend
legendary hero heroes victory success
`
  .trim()
  .split(/\s+/)

const wordsByFirstLetter = new Map<string, string[]>()
for (const word of commonWords) {
  const words = wordsByFirstLetter.get(word.charAt(0))
  if (words) words.push(word)
  else wordsByFirstLetter.set(word.charAt(0), [word])
}

/** Rows and columns of keyboards, the alphabet and the digits; walks over them are no secret in either direction. */
const walks = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i0j',
  'a1b2c3d4e5f6g7h8i9j0',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
  '147258369',
  '741852963',
  '159357',
  '112233445566778899',
  'aabbccddeeff',
  '!@#$%^&*()',
  '!"#¤%&/()=',
]
const walkText = walks.flatMap((walk) => [walk, [...walk].reverse().join('')]).join('\n')

/** Letters that digits and symbols are written for. */
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'il',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  '!': 'il',
  '|': 'il',
  $: 's',
  '+': 't',
  '€': 'e',
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function standsAt(word: string, text: string, at: number): boolean {
  for (let index = 0; index < word.length; index += 1) {
    const [wanted, found] = [word.charAt(index), text.charAt(at + index)]
    if (found === '' || (found !== wanted && !disguises[found]?.includes(wanted))) return false
  }
  return true
}

/** Whether the word is in the password, in any case, with or without accents, with or without digits for letters. */
export function containsDisguised(password: string, word: string): boolean {
  const [text, wanted] = [fold(password), fold(word)]
  for (let at = 0; at + wanted.length <= text.length; at += 1) if (standsAt(wanted, text, at)) return true
  return false
}

/** Roughly how many bits somebody who knows all this still has to guess for each kind of piece. */
const bits = { word: 10, walk: 6, run: 6, year: 6, letter: 5, symbol: 4, digit: 3 }
/** Two words with a year stay below it, three words with a digit do not. */
const commonBelowBits = 32

/** What can stand at this place: how long it is and what guessing it costs. */
function* piecesAt(text: string, at: number): Generator<{ length: number; cost: number }> {
  const first = text.charAt(at)
  const single = /\d/.test(first) ? bits.digit : /\p{L}/u.test(first) ? bits.letter : bits.symbol
  yield { length: 1, cost: single }
  if (/^(?:19[4-9]\d|20[0-3]\d)/.test(text.slice(at, at + 4))) yield { length: 4, cost: bits.year }
  for (let end = at + 4; end <= text.length && walkText.includes(text.slice(at, end)); end += 1) {
    yield { length: end - at, cost: bits.walk }
  }
  for (let end = at + 3; text.slice(at, end) === first.repeat(end - at); end += 1) {
    yield { length: end - at, cost: bits.run }
  }
  for (const letter of first + (disguises[first] ?? '')) {
    for (const word of wordsByFirstLetter.get(letter) ?? []) {
      if (standsAt(word, text, at)) yield { length: word.length, cost: bits.word }
    }
  }
}

/** The cheapest way to put the text together from pieces. */
function guessBits(text: string): number {
  const cheapest = Array<number>(text.length + 1).fill(Infinity)
  cheapest[0] = 0
  for (let at = 0; at < text.length; at += 1) {
    const soFar = cheapest[at] ?? Infinity
    for (const { length, cost } of piecesAt(text, at)) {
      cheapest[at + length] = Math.min(cheapest[at + length] ?? Infinity, soFar + cost)
    }
  }
  return cheapest[text.length] ?? Infinity
}

/** Saying the same thing twice does not make it harder to guess. */
function withoutRepetition(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1)
  return period > 0 ? text.slice(0, period) : text
}

export const isCommonPassword = (password: string): boolean =>
  guessBits(withoutRepetition(fold(password))) < commonBelowBits
