"""How likely a text is in a language: what the guess of an encoding is made of.

Each model gives bits of surprise: the fewer, the more the text looks like that language as game records
have it, which is names, places, Go terms and short remarks. The numbers are rough on purpose: wrong
decodings are strange by hundreds of bits.
"""

import math
import re
from collections.abc import Callable

ASCII_BITS = 5.5
BROKEN_BITS = 25.0  # a byte that the encoding has no character for

# Frequent characters of Chinese, first those that look the same in both writings.
_CHINESE = (
    "的一是不了在人有我他中上大和地到以要就出可也你生能而子那得于下自之年作用道行所然家事成方多去法如都同"
    "面起看定天分好小部其些主理心她本前因只想日者意力它把十民第公此已工使情明性知全三又正外高由很最重物手"
    "向文政美相被利什二等或新己制身果加西斯月合回特代信表化老世位次度任常先海通教原提立及比解水名真走各入"
    "口平活更打女四神何安少才反受目太量再感建做接必件管期市直德命山金指克至形社便空治展科司五基眼非白却界"
    "光放像且思王象完式色路南品住告求程北死交取拉格望共清今切院候黑半段李黄周徐朱胡郭何林高梁宋唐曹彭曾田"
    "董袁潘蔡余杜丁沈姚姜崔汪范石廖夏付方孟熊秦邱江尹薛雷侯史陶黎毛郝邵武戴莫孔古斌芮乃星笑羊杰廷丁浩朴永"
    "六七八九百千局手棋士元坊因院大杯春冬夏秋上海京州河湖川台香港里星角口吃死活官子收做眼打劫跳尖拆征提立"
    "哈呵嘿你好吗哦嗯呀吧谢請善厉害友游戏帅哥伙伴朋爱快坏错对赞厉赢輸练习世界第乘破浪清风云"
    "永昌志建国文华明军平英玉红伟强丽俊雅家宏博佳雪梅松柏林森峰涛波洋晨曦阳雨云凤龙飞鹏天宇昊哲轩睿瑞祥"
)
_SIMPLIFIED = (
    "这个们来为国说时会对过发后种经么学现当没动还进样实军从开无与长机业将两间问战应头体见产话给门儿东声员论"
    "处义几认条气题尔别变总电数报结务场计资许统区队决马书则听达强难权设记类据边张该规万觉术领确传师观让识带"
    "导争运里着点关并内于胜负盘围赛届级刘陈杨赵吴孙郑谢许韩冯邓蒋叶苏魏吕卢钟谭陆贾韦邹闫龙贺顾龚钱严汤聂卫"
    "俞时连维钰鼎豪输赢让贴认执网杀气联乐农华灵双优团体届决职业余轮战个数庆丽伟强红军兴荣贵宝宪胜锋钢铁"
)
_TRADITIONAL = (
    "這個們來為國說時會對過發後種經麼學現當沒動還進樣實軍從開無與長機業將兩間問戰應頭體見產話給門兒東聲員論"
    "處義幾認條氣題爾別變總電數報結務場計資許統區隊決馬書則聽達強難權設記類據邊張該規萬覺術領確傳師觀讓識帶"
    "導爭運裡著點關並內於勝負盤圍賽屆級劉陳楊趙吳孫鄭謝許韓馮鄧蔣葉蘇魏呂盧鐘譚陸賈韋鄒閆龍賀顧龔錢嚴湯聶衛"
    "俞時連維鈺鼎豪輸贏讓貼認執網殺氣聯樂農華靈雙優團體屆決職業餘輪戰個數慶麗偉強紅軍興榮貴寶憲勝鋒鋼鐵黃"
    "台灣臺灣張栩林海峰王立誠周俊勳黑嘉嘉謝依旻許家元王元均陳詩淵蕭正浩"
)
_JAPANESE = (
    "日本人一国会年大十二中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先"
    "名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨棋碁囲黒手目勝負戦局段級聖座王元因坊予選決"
    "挑者回第杯田佐藤鈴高橋伊渡辺加吉井村松清斎崎池石岡長谷近坂遠青福原和竹内野口島武宮治郎雄夫美香奈恵正明弘"
    "光秀昭趙勲依紀基羽根直樹張栩裕太尾紳路敬吾結城聡河臨片芳英栄呉源沢行朋工林海峰対置中押打込合互先定代表"
    "新聞社杯戦記念優勝回女流若鯉名古屋京都阪府県市区院会館所解説評考参照例図変化良悪好形石死活攻守勢地模様"
    "一力遼芝野虎丸許家元井上村川淳三清成利本佐洋彦小県真関航平余久保大矢石井藤上杉白江晶子謝依旻茂幸夫道男"
)
_KOREAN = (
    "이김박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민나진지엄채원천방공현함변염"
    "여추도소석선설마길연위표명기반왕금옥육인맹제모탁국은는을를의에와과로으만부터까했습니다입네요그저것수있없"
    "사람일때더보시간면해되어않들대바둑흑백불계승집덤결본예회단급프로아창호세돌환준영훈재철희동상태용규식라가"
    "스트드크그브티비디피키즈프타토코포호루르레니네느므메카히초딩킴학님양값개맞울링콩봉순애은혜린슬빈경근종"
    "자음좋두었던데고싶었죠군형태귀변중앙돌을살아죽패축단수끝내기포석행마실리세력공격수비무승부시작끝잘못좀"
)
_RUSSIAN = {  # percent of all letters
    "о": 10.97, "е": 8.45, "а": 8.01, "и": 7.35, "н": 6.70, "т": 6.26, "с": 5.47, "р": 4.73, "в": 4.54,
    "л": 4.40, "к": 3.49, "м": 3.21, "д": 2.98, "п": 2.81, "у": 2.62, "я": 2.01, "ы": 1.90, "ь": 1.74,
    "г": 1.70, "з": 1.65, "б": 1.59, "ч": 1.44, "й": 1.21, "х": 0.97, "ж": 0.94, "ш": 0.73, "ю": 0.64,
    "ц": 0.48, "щ": 0.36, "э": 0.32, "і": 0.30, "ф": 0.26, "ъ": 0.10, "ё": 0.10, "ї": 0.10, "є": 0.10,
}  # fmt: skip
_LATIN = "éèêëàâäáãåæçíìîïñóòôöõøœúùûüýß"
_LATIN_SIGNS = "¡¿«»×°²³½·"

Model = Callable[[str], float]


def _sum_over(bits: Callable[[str], float]) -> Model:
    """A model of single characters, each looked up once."""
    known: dict[str, float] = {"\ufffd": BROKEN_BITS}

    def total(text: str) -> float:
        surprise = 0.0
        for char in text:
            cost = known.get(char)
            if cost is None:
                cost = known[char] = ASCII_BITS if char < "\x80" else bits(char)
            surprise += cost
        return surprise

    return total


def _ideograph_bits(codec: str, common: str, first_level: tuple[int, int]) -> Callable[[str], float]:
    """Frequent characters, then the first level of the character set, then the second, then extensions."""
    frequent = frozenset(common)
    lowest, highest = first_level

    def bits(char: str) -> float:
        if char in frequent:
            return 9.0
        if "\ue000" <= char <= "\uf8ff":  # private use: nobody writes it
            return BROKEN_BITS
        code = char.encode(codec, "replace")
        if not ("\u4e00" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff"):
            # Punctuation and full-width letters are usual; signs, kana and box lines of these sets are not.
            return 11.5 if "\u3000" <= char <= "\u3011" or "\uff01" <= char <= "\uff5e" else 17.0
        if len(code) == 2 and lowest <= code[0] <= highest and (codec != "gb18030" or code[1] >= 0xA1):
            return 13.0
        if codec == "gb18030" and not (len(code) == 2 and 0xD8 <= code[0] <= 0xF7 and code[1] >= 0xA1):
            return 21.0
        return 18.0

    return bits


def _japanese_bits() -> Callable[[str], float]:
    kanji = _ideograph_bits("cp932", _JAPANESE, (0x88, 0x98))

    def bits(char: str) -> float:
        if "\u3041" <= char <= "\u3093":
            return 6.5
        if "\u30a1" <= char <= "\u30fc":
            return 7.5
        if "\uff61" <= char <= "\uff9f":  # half-width: one byte, and every byte of Chinese looks like it
            return 12.5
        return kanji(char)

    return bits


def _korean_bits() -> Callable[[str], float]:
    frequent = frozenset(_KOREAN)

    def bits(char: str) -> float:
        if "\uac00" <= char <= "\ud7a3":
            if char in frequent:
                return 8.5
            code = char.encode("cp949")
            return 13.5 if code[0] >= 0xB0 and code[1] >= 0xA1 else 20.0
        if "\u3131" <= char <= "\u3163":  # single letters, as in the laughter of chats
            return 10.0
        if "\u4e00" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff":
            return 19.5
        return 11.5 if "\u3000" <= char <= "\u3011" or "\uff01" <= char <= "\uff5e" else 17.0

    return bits


_WORD = re.compile(r"[^\W\d_]+")


def russian(text: str) -> float:
    """Cyrillic words: letters as frequent as in Russian, capitals in front or throughout."""
    surprise = sum(ASCII_BITS if c < "\x80" else 13.0 for c in text if not c.isalpha())
    surprise += text.count("\ufffd") * BROKEN_BITS
    for word in _WORD.findall(text):
        for at, char in enumerate(word):
            if char < "\x80":
                surprise += ASCII_BITS
                continue
            percent = _RUSSIAN.get(char.lower())
            surprise += 13.0 if percent is None else -math.log2(percent / 100)
            if char.isupper() and at > 0 and not word.isupper():
                surprise += 8.0
        cyrillic = sum(char >= "\x80" for char in word)
        if cyrillic == len(word) == 1 and word.lower() not in "авикосуя":
            surprise += 8.0
        if 0 < cyrillic < len(word):  # half Latin, half Cyrillic
            surprise += 10.0 * min(cyrillic, len(word) - cyrillic)
    return surprise


def western(text: str) -> float:
    """Latin words with an accent here and there."""
    surprise = 0.0
    for at, char in enumerate(text):
        if char < "\x80":
            surprise += ASCII_BITS
            continue
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if char.lower() in _LATIN:
            surprise += 6.5
            alone = not (before.isascii() and before.isalpha()) and not (after.isascii() and after.isalpha())
            surprise += 4.0 * alone
            if char.isupper() and before.isalpha():
                surprise += 5.0
            if before >= "\x80":
                surprise += 4.0
        else:
            surprise += 8.0 if char in _LATIN_SIGNS else 12.0
    return surprise


MODELS: dict[str, Model] = {
    "cp932": _sum_over(_japanese_bits()),
    "cp949": _sum_over(_korean_bits()),
    "gb18030": _sum_over(_ideograph_bits("gb18030", _CHINESE + _SIMPLIFIED, (0xB0, 0xD7))),
    "cp950": _sum_over(_ideograph_bits("cp950", _CHINESE + _TRADITIONAL, (0xA4, 0xC6))),
    "cp1251": russian,
    "latin-1": western,
}
