"""Assistants look rulings up by the protocol, as they would start the command."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import pytest
from page.browsing import case_of

pytest.importorskip("mcp", reason="needs the extra mcp")


async def asked(name: str, arguments: dict[str, Any]) -> tuple[list[str], Any]:
    from mcp import ClientSession, StdioServerParameters, stdio_client

    command = StdioServerParameters(command=sys.executable, args=["-m", "declarant", "mcp"])
    async with stdio_client(command) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = [tool.name for tool in (await session.list_tools()).tools]
        result = await session.call_tool(name, arguments)
        return tools, json.loads(result.content[0].text)


def test_assistants_get_rulings_as_tools() -> None:
    case = case_of().model_dump(mode="json", by_alias=True, exclude_unset=True)
    tools, report = asyncio.run(asked("audit", {"case": case}))
    assert {"audit", "explain", "options", "rules"} <= set(tools)
    assert [step["rule"] for step in report["steps"]] == [None, "509.1b", "509.1c", None]


def test_arguments_that_a_tool_doesnt_have_are_refused_and_its_schema_says_so() -> None:
    from declarant.tools.serve import assistants

    server = assistants.server()

    def called(**arguments: Any) -> Any:
        return asyncio.run(server.call_tool("audit", arguments))

    with pytest.raises(Exception, match=r"found 'rule'; allowed: case, rules \(did you mean rules"):
        called(case="Ann: | Bob:", rule="2005-03-01")
    assert "steps" in json.loads(called(case="Ann: | Bob:", rules="2005-03-01").content[0].text)
    tools = asyncio.run(server.list_tools())
    assert {tool.input_schema["additionalProperties"] for tool in tools} == {False}


def test_an_error_is_reported_as_one() -> None:
    from declarant.tools.serve import assistants

    assert assistants.audit({"players": []})["error"]["kind"] == "invalid-input"
    assert assistants.explain(case_of().model_dump(mode="json", by_alias=True, exclude_unset=True), 1)["explained"]
    assert assistants.rules("2005-03-01")["effective"] == "2004-10-01"
