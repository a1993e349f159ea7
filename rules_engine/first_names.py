"""Players' common short first names, and the long forms for which they stand."""

from functools import cache
from typing import Final

# short forms of the same name = long forms, which are different names
_FORMS: Final = """
abe = abraham
al = albert alan allan allen alfred alex alexander alvin
alex = alexander alejandro alexis
andy = andrew andres
art artie = arthur
ben benny bennie = benjamin bernard
bert = albert herbert bertram robert
bill billy will willy willie wil william
bob rob bobby robbie = robert roberto
brad = bradley
cal = calvin
charlie charley chuck chas = charles
chris = christopher christian cristian
cliff = clifford clifton
dan danny = daniel
dave davey davy = david
dick rick rich ricky richie rickey = richard ricardo
dom = dominic dominick
don donnie = donald
doug = douglas
drew = andrew
ed eddie = edward edwin edgar edgardo eduardo
erik eric
frank frankie = francis franklin francisco
fred freddie freddy = frederick alfred
gabe = gabriel
gene = eugene
gerry = gerald gerard
greg = gregory gregorio
hal = harold
hank harry = henry
herb = herbert
jack = john
jake = jacob
jeff geoff = jeffrey geoffrey
jerry = gerald jerome jeremiah
jim jimmy jimmie jamie = james
joe joey = joseph jose
johnny jon = john jonathan
jon = jonathon
josh = joshua
ken kenny = kenneth
larry = lawrence laurence
len lenny lennie = leonard
leo = leonard leonardo
les = leslie lester
lou = louis luis lewis
manny = manuel emmanuel
marty = martin
matt = matthew mathew
max = maximilian maxwell
mel = melvin
mike mickey mick micky = michael miguel
mitch = mitchell
moe = morris
nate = nathan nathaniel
ned = edward
nick nic = nicholas nicolas nickolas
norm = norman
pat = patrick
pete = peter pedro
phil = philip phillip
randy = randall randolph
ray = raymond ramon
ron ronnie = ronald
russ = russell
sam sammy = samuel samson
sandy = sanford alexander
scottie scotty = scott
stan = stanley
steve stevie steven stephen stephan
stu = stuart stewart
ted teddy = theodore edward
terry = terrence terrance
tim timmy = timothy
tom tommy = thomas tomas
tony = anthony antonio
val = valentine valentino
vic = victor
vince vinny vinnie = vincent
vlad = vladimir
wally walt = walter
wes = wesley
zach zack zac = zachary zachery
"""


@cache
def _forms() -> dict[str, frozenset[str]]:
    forms_by_name: dict[str, set[str]] = {}
    for line in _FORMS.strip().splitlines():
        short, _, long = line.partition("=")
        for name in short.split():
            forms_by_name.setdefault(name, set()).update(short.split() + long.split())
        for name in long.split():
            forms_by_name.setdefault(name, set()).update(short.split())
    return {name: frozenset(forms - {name}) for name, forms in forms_by_name.items()}


def first_name_forms(name: str) -> frozenset[str]:
    """Return other forms of a first name: "mike" returns "michael" and so on."""
    return _forms().get(name, frozenset())
