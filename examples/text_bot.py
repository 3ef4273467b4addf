"""A bot that is asked in words: put a language model where `answer` is.

    waystation simulate wayfinders --seats "text:python3 examples/text_bot.py,random" --games 3

Without a model it plays the first legal move that the text names.
"""

import json
import sys


def answer(rules: str, prompt: str, refusals: list[str]) -> str:
    """What a model would say: its last line is a move. `refusals`: its wrong moves at this decision, with the rule."""
    first = prompt.partition("Your legal moves:")[2].strip().splitlines()[0]
    verb, _, rest = first.strip().partition(" ")
    return f"The first move will do.\nMove: {verb} {rest.split(' | ')[0]}"


def main() -> None:
    rules = prompt = ""
    refusals: list[str] = []
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            rules = message["rules"]
            continue
        if message["type"] == "prompt":
            prompt, refusals = message["text"], []
        else:
            refusals.append(message["text"])
        print(json.dumps({"id": message["id"], "action": answer(rules, prompt, refusals)}), flush=True)


if __name__ == "__main__":
    main()
