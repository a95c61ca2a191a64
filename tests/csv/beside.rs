//! Tables of labels beside the pictures that they are about.

use idxlens::format::csv::{Csv, LabelChoice};

use super::{
    feed,
    labels::{Alone, alone_in},
    names, row,
};

#[test]
fn beside_pictures_more_tables_are_labels() {
    let beside = |text: &str| alone_in(text.as_bytes(), Csv::new(text.len() as u64).alone(true));
    let many: Vec<String> = (0..40).map(|fact| format!("fact{fact}")).collect();
    let header = many.join(",");
    let facts = |value: &str| vec![value; 40].join(",");
    for (text, label, names) in [
        // Numbers that name the pictures, with others beside the label.
        ("id,label,fold\n7,2,0\n9,3,1\n".to_owned(), "label", "7\n9\n"),
        (",image,label\n0,7,2\n1,9,3\n".to_owned(), "label", "7\n9\n"),
        // More columns than features have, some of which are empty.
        (format!("file,{header},label\na.png,{},2\nb.png,{},3\n", facts("1.5"), facts("")), "label", "a.png\nb.png\n"),
        // Attributes that are there or not.
        (
            format!(
                "image_id,{header}\na.jpg,{}\nb.jpg,{}\nc.jpg,{}\nd.jpg,{}\n",
                facts("2"),
                facts("3"),
                facts("2"),
                facts("3")
            ),
            "fact0",
            "a.jpg\nb.jpg\nc.jpg\nd.jpg\n",
        ),
    ] {
        let table = beside(&text);
        assert_eq!((table.columns.label_name.as_deref(), &table.names[..]), (Some(label), names), "{text}");
        assert_eq!(table.labels[..2], [2.0, 3.0], "{text}");
    }
    let gaps = beside("image,site,sex\n1.jpg,,m\n2.jpg,head,f\n3.jpg,torso,m\n4.jpg,head,f\n5.jpg,torso,\n");
    assert_eq!((gaps.columns.label_name, gaps.labels), (Some("site".into()), vec![0.0, 1.0, 0.0, 1.0]));
    // Pixels are no facts.
    let pixels = format!("id,label,{}\n{}{}", names(64), row("1,3", 7), row("2,1", 8));
    let mut csv = Csv::new(pixels.len() as u64).alone(true);
    assert_eq!(feed(&mut csv, pixels.as_bytes(), |csv, _| drop(csv.take_output())), Ok(()));
    assert!(csv.headers()[0].is_some());
}

#[test]
fn beside_pictures_fractions_are_labels() {
    let beside = |text: &str, label| {
        let Alone { labels, columns, .. } =
            alone_in(text.as_bytes(), Csv::new(text.len() as u64).with_label(label).alone(true));
        (columns.label_name.unwrap_or_default(), labels)
    };
    let scores = || ("score".to_owned(), vec![0.5, 0.25, 0.75]);
    for text in [
        "file,score\na.png,0.5\nb.png,0.25\nc.png,0.75\n",
        "file,width,score,x\na.png,7,0.5,1.5\nb.png,7,0.25,2.5\nc.png,7,0.75,3.5\n",
    ] {
        assert_eq!(beside(text, LabelChoice::Detected), scores(), "{text}");
    }
    // Written as European spreadsheets write them.
    for text in [
        "name;value\na.png;3,5\nb.png;1\nc.png;4,25\n",
        "name\tvalue\na.png\t3,5\nb.png\t1\nc.png\t4,25\n",
        "name;label\na.png;3,5\nb.png;1,0\nc.png;4,25\n",
        "a.png;3,5\nb.png;1,0\nc.png;4,25\n",
    ] {
        assert_eq!(beside(text, LabelChoice::Detected).1, [3.5, 1.0, 4.25], "{text}");
    }
    // Several classes, and a number where commas separate fields.
    for text in [
        "name;label\na.png;3,5\nb.png;1,2\nc.png;3,5\nd.png;1,2\n",
        "name;value\na.png;1,2,3\nb.png;1,2\nc.png;1,2,3\nd.png;1,2\n",
        "a.png;3,5\nb.png;1,2\nc.png;3,5\nd.png;1,2\n",
    ] {
        assert_eq!(beside(text, LabelChoice::Detected).1, [1.0, 0.0, 1.0, 0.0], "{text}");
    }
    assert_eq!(beside("name,label,x\na.png,1,2\nb.png,3,5\n", LabelChoice::Detected).1, [1.0, 3.0]);
    let target = "file,target,other\na.png,0.5,1\nb.png,0.25,2\nc.png,0.75,1\n";
    assert_eq!(beside(target, LabelChoice::Detected), ("target".to_owned(), vec![0.5, 0.25, 0.75]));
    // Words and whole numbers come first.
    let all = "file,score,age,sex\na.png,0.5,20,m\nb.png,0.25,30,f\nc.png,0.75,20,m\nd.png,1,30,f\n";
    assert_eq!(beside(all, LabelChoice::Detected), ("sex".to_owned(), vec![1.0, 0.0, 1.0, 0.0]));
    assert_eq!(beside(&all.replace(",m", ",").replace(",f", ","), LabelChoice::Detected).0, "age");
    assert_eq!(beside(all, LabelChoice::Column(2)), ("score".to_owned(), vec![0.5, 0.25, 0.75, 1.0]));
}
