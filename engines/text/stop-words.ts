/** The commonest function words of each language: they tell languages apart and carry no subject. */

/** Folded to lower case. By the ISO 639-1 code of a language whose words are stemmed. */
export const STOP_WORDS = {
  en: wordsOf(`the a an in on at it he she they this that these those from for and but or his her its their there when while after before during
    as by with of to was is are were be been not if then also however although since because until most many some all both each such
    other one two three first second who what which where whose whom how why did does do has have had can could will would may might
    should i we you my our your me us him them himself herself itself s t dr mr mrs ms st into than so no only about over under between
    through up down out off again very just any few more same too own am being`),
  de: wordsOf(`der die das und in ist von den zu mit sich des auf für im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird
    bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde wurden sei
    kann ich wir ihr ihre seine seinem seiner seinen ihren ihrer eines unter wenn was wer wo wann warum welche welcher welches welchen
    wieviel wie wessen wem wen ihm ihn uns euch dieser diese dieses diesem diesen sowie gegen ohne zwischen doch schon hatte hatten
    waren dann da hier jedoch während viele vielen viel damit`),
  fr: wordsOf(`le la les de des du un une et en est que qui dans pour au aux par sur pas plus il elle ils elles ce cette ces se sa son ses leur
    leurs avec ne ou où mais comme été était étaient sont être avoir a ont fait quel quelle quels quelles quand comment pourquoi
    combien dont nous vous je tu mon ton notre votre y lui même aussi après avant entre sans sous d l n s qu c j m t si tout tous
    toute toutes très deux`),
  es: wordsOf(`el la los las de del y en que es un una por con para se no su sus al lo como más o pero fue ha han son era eran ser está están
    este esta estos estas ese esa qué quién quiénes cuál cuáles cuándo cuánto cuántos cuánta cuántas dónde cómo entre sin sobre
    también hasta desde cuando donde muy ya porque nos le les me te mi tu yo él ella ellos ellas había durante todo todos dos`),
  it: wordsOf(`il lo la i gli le di del della dei delle dello degli e è in un una uno che per con non si su da dal dalla al alla ai alle nel
    nella nei nelle sul sulla come più ma anche sono era erano essere stato stata ha hanno fu questo questa questi queste quale quali
    quando dove chi cosa perché quanto quanti quante suo sua suoi sue loro tra fra o se ed ad dopo prima l d due`),
  pt: wordsOf(`o a os as de do da dos das e em no na nos nas um uma que é por com para se não seu sua seus suas ao aos à às como mais ou mas foi
    foram são era eram ser está este esta estes estas esse essa qual quais quem quando onde quanto quantos quantas porque entre sem
    sobre também até pelo pela pelos pelas já muito ele ela eles elas lhe isso dois`),
  nl: wordsOf(`de het een en van in is dat op te zijn met voor niet aan er om ook als bij door naar uit over tot worden werd werden wordt heeft
    hebben had was waren of maar zich ze hij zij we wij je u dit deze die wie wat waar wanneer waarom hoe welke hoeveel hun haar nog
    meer dan wel geen kan kunnen na tussen onder tegen zo al veel`),
  sv: wordsOf(`och i att det som en på är av för med den till inte om ett har de från var vid men så kan hade när eller efter också under sig
    blev mellan vad vem vilken vilket vilka varför hur hans hennes deras han hon jag vi ni du man mot mer än denna detta dessa skulle
    alla upp ut där då`),
  da: wordsOf(`og i at det som en på er af for med den til ikke om et har de fra var ved men så kan havde når eller efter også under sig blev
    mellem hvad hvem hvilken hvilket hvilke hvorfor hvordan hvor hans hendes deres han hun jeg vi du man mod mere end denne dette
    disse skulle alle op ud der da`),
  no: wordsOf(`og i at det som en på er av for med den til ikke om et har de fra var ved men så kan hadde når eller etter også under seg ble
    mellom hva hvem hvilken hvilket hvilke hvorfor hvordan hvor hans hennes deres han hun jeg vi du man mot mer enn denne dette disse
    skulle alle opp ut der da`),
  fi: wordsOf(`ja on ei että se oli ovat joka jotka kun niin kuin myös tai mutta hän he sen hänen heidän mitä mikä mitkä kuka missä milloin
    miksi miten kuinka ollut olla olivat sitä siitä sekä jos vain ne tämä tämän tässä nämä mukaan jälkeen ennen kanssa vuonna eli`),
  pl: wordsOf(`i w na z do się nie jest to że o jak po za od co dla przez przy był była było były są oraz ale czy tak jego jej ich który która
    które których gdzie kiedy dlaczego kto ile jaki jaka jakie może być tym ten ta te tego we ze go mu ją`),
  cs: wordsOf(`a v na se je že s z do o k i ve pro za po od jako který která které jsou byl byla bylo byly by ale nebo jeho její jejich kde kdy
    proč kdo co jak kolik jaký jaká jaké při není tento tato toto až než také však podle`),
  ro: wordsOf(`și în de la a cu pe din este că nu un o pentru care se sunt au fost al ale ai mai sau dar ca prin după între ce cine când unde
    cum cât câți câte care lui ei lor său sa sale era erau acest această aceste acestea până fi`),
  hu: wordsOf(`a az és hogy nem is egy ez volt voltak meg de el van vannak csak már mint ki mi mit hol mikor miért hogyan melyik mennyi hány
    vagy ha még pedig után alatt között által amely akik aki ami ezt azt`),
  tr: wordsOf(`ve bir bu da de için ile olarak olan en çok gibi daha ne kim nerede zaman neden nasıl hangi kaç ancak sonra kadar göre olduğu
    tarafından veya ise mi mı mu mü ya her idi değil o onun`),
  id: wordsOf(`yang dan di dari untuk dengan pada dalam adalah ini itu tidak ke oleh sebagai juga akan telah karena atau ada mereka dapat
    seperti lebih apa siapa kapan mana bagaimana mengapa berapa tahun`),
  ru: wordsOf(`и в не на что я с он как это по но из у за от о же к для так его её их был была было были быть она они мы вы кто где когда
    почему сколько какой какая какие каков чем до или при также который которая которые которых после между во со этот эта эти`),
  el: wordsOf(`και το της η ο του τα την με για στο στη στην από είναι που να τον οι των δεν σε τους τις ως αλλά ή ήταν έχει θα ποιος ποια
    ποιο πότε πού πώς γιατί τι πόσο πόσα μια ένα ένας`),
  ar: wordsOf(
    `في من على إلى عن أن إن هو هي التي الذي هذا هذه ما مع كان كانت كما لا لم قد بين بعد قبل أو و ثم متى أين كيف لماذا كم هل أي وكان`,
  ),
  hi: wordsOf(
    `का के की में है हैं और से को पर यह कि ने एक था थे थी हो इस उस जो भी नहीं तक लिए कर क्या कौन कब कहाँ कैसे क्यों कितने किस अपने`,
  ),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;

export type Language = keyof typeof STOP_WORDS;

export const LANGUAGES: readonly Language[] = Object.keys(STOP_WORDS).filter(isLanguage);

function isLanguage(code: string): code is Language {
  return Object.hasOwn(STOP_WORDS, code);
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.normalize('NFKC').split(/\s+/));
}
