"""`mnemon topics`: listed, renamed, merged."""


def test_a_topic_is_renamed_and_listed_under_its_new_key(mnemon):
    mnemon("remember", "user.town", "Bergen")

    done = mnemon("topics", "rename", "User.Town", "user.city")

    assert done.code == 0
    assert "user.city" in done.out
    assert "Bergen" in mnemon("topics").out
    assert "user.town" not in mnemon("topics").out


def test_a_key_in_use_is_told_with_what_it_holds(mnemon):
    mnemon("remember", "user.town", "Bergen")
    mnemon("remember", "user.city", "Oslo")

    refused = mnemon("topics", "rename", "user.town", "user.city")
    replaced = mnemon("topics", "rename", "user.town", "user.city", "--yes")

    assert refused.code == 2
    assert "'Oslo'" in refused.err
    assert "mnemon topics merge user.town user.city" in refused.err
    assert replaced.code == 0


def test_merged_topics_leave_one(mnemon):
    mnemon("remember", "user.town", "Bergen")
    mnemon("remember", "user.city", "Oslo")

    done = mnemon("topics", "merge", "user.town", "user.city")

    assert "Oslo" in done.out
    assert "Bergen" in done.err
    assert mnemon("topics").out.count("user.") == 1


def test_an_unknown_topic_is_told_with_its_neighbours(mnemon):
    mnemon("remember", "user.city", "Oslo")

    done = mnemon("topics", "rename", "user.citi", "user.town")

    assert done.code == 3
    assert "user.city" in done.err
